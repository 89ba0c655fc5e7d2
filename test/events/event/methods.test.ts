import { beforeAll, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { createEvent, createOrganiser, type Organiser } from '../scene.ts'

onEachApp('the methods of a path with a literal segment', (running) => {
  let organiser: Organiser
  let at = ''
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    at = `/${(await createEvent(running(), organiser)).id}`
  })

  it.each([
    ['GET', () => '/search', 'POST'],
    ['DELETE', () => '/search', 'POST'],
    ['GET', () => `${at}/registrations/search`, 'POST'],
    ['PATCH', () => `${at}/registrations/search`, 'POST'],
    ['PUT', () => `${at}/registrations/search`, 'POST'],
    ['GET', () => `${at}/attendees/search`, 'POST'],
    ['PATCH', () => `${at}/registrations/registrationform`, 'GET'],
    ['POST', () => `${at}/registrations/registrationform`, 'GET'],
    ['POST', () => `${at}/registrations/somebody`, 'GET, PATCH'],
  ])('are not those of an identifier: %s %s', async (method, path, allow) => {
    const refused = await organiser.call(method, `/registration/api/v1/events${path()}`)
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, allow])
    expect(refused.headers.get('content-type')).toContain('application/problem+json')
  })

  it('are served where the identifier is one', async () => {
    for (const path of [at, `${at}/registrations/registrationform`])
      expect((await organiser.call('GET', `/registration/api/v1/events${path}`)).status).toBe(200)
  })
})
