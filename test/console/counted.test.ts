import { expect, it } from 'vitest'
import { attend, createConference, primaryOf } from '../events/attendee-scene.ts'
import { createOrganiser } from '../events/scene.ts'
import { onEachApp } from '../harness.ts'
import { answerTo, newScene, send } from '../issuer/scene.ts'
import { newClient } from '../twofactor/client.ts'
import { newName, signedIn } from './operations.ts'

onEachApp('what is counted', (running) => {
  async function today(organisation?: string) {
    await running().app.figures.flush()
    const options = organisation === undefined ? {} : { organisation }
    const { api } = await signedIn(running(), options)
    const query = organisation === undefined ? { whole: true } : {}
    return (await api.getOverview({ query })).body
  }

  it('registrations and check-ins, for the organisation whose event it is', async () => {
    const organisation = newName('counted')
    const organiser = await createOrganiser(running(), { organisation })
    const event = await createConference(running(), organiser)
    const { id } = primaryOf(await attend(organiser, event, {}))
    await attend(organiser, event, {})
    const door = `/registration/api/v1/events/${event.id}/attendance`
    const scan = (body: object) => organiser.call('POST', door, { body: { attendeeId: id, ...body } })
    expect((await scan({})).status).toBe(201)
    expect((await scan({})).status).toBe(409)
    expect((await scan({ status: 'checked-out' })).status).toBe(201)
    expect((await today(organisation)).today).toMatchObject({ registrations: 2, 'check-ins': 1 })
    expect((await today(newName('counted'))).today).toMatchObject({ registrations: 0, 'check-ins': 0 })
    expect((await today()).today).toMatchObject({ registrations: 2, 'check-ins': 1 })
  })

  it('codes that were sent, once for a request that is repeated', async () => {
    const organisation = newName('counted')
    const client = await newClient(running(), { organisation })
    const user = await client.enrol()
    for (let n = 0; n < 2; n++) await client.get(`/protected/json/sms/${user}`, { query: { force: 'true' } })
    expect((await today(organisation)).today.sends).toBe(1)
  })

  it('sign-ins that were completed, and none that was refused', async () => {
    const scene = await newScene(running())
    const token = answerTo(running(), scene, { status: undefined })
    expect((await send(running(), 'POST', '/login', { body: token })).status).toBe(200)
    expect((await send(running(), 'POST', '/login', { body: token })).status).toBeGreaterThanOrEqual(400)
    expect((await today()).today['sign-ins']).toBe(1)
  })

  it('registrations that wait for approval need attention', async () => {
    const organisation = newName('counted')
    const organiser = await createOrganiser(running(), { organisation })
    const event = await createConference(running(), organiser, { event: { approvalRequired: true } })
    await attend(organiser, event, {})
    expect((await today(organisation)).attention.pendingRegistrations).toBe(1)
    expect((await today(organisation)).attention.pendingEvents).toEqual([
      { id: event.id, organisationId: organiser.organisationId, title: expect.any(String), count: 1 },
    ])
    expect((await today()).attention.pendingRegistrations).toBe(1)
    expect((await today(newName('counted'))).attention.pendingEvents).toEqual([])
  })
})
