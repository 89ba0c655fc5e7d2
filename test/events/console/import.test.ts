import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { type ConsoleClient, openConsoleAs } from '../console-scene.ts'
import { createEvent, createOrganiser, type Json, type Organiser } from '../scene.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url))
const document = JSON.parse(read('../import/keys-2031.json').toString())
let count = 0
const newCode = () => `IMPORT-${++count}`
const withCode = (code: string) => ({ ...document, event: { ...document.event, code } })

onEachApp('imports of the console', (running) => {
  let organiser: Organiser
  let client: ConsoleClient

  beforeAll(async () => {
    organiser = await createOrganiser(running())
    client = await openConsoleAs(running(), organiser)
  })

  const take = (file: string, more: Json = {}) =>
    client.call('POST', '/events/import-schedule', {
      fileName: file,
      content: read(`../schedules/${file}`).toString('base64'),
      timezone: 'Europe/Berlin',
      ...more,
    })

  it('makes an event of a document, with all that it consists of', async () => {
    const code = newCode()
    const { status, body } = await client.call('POST', '/events/import', withCode(code))
    expect(status).toBe(201)
    expect(body).toEqual({ id: expect.any(String), code })
    const made = await organiser.call('GET', `/registration/api/v1/events/${body.id}?expand=sessions`)
    expect(made.body).toMatchObject({ code, sessions: expect.arrayContaining([expect.anything()]) })
  })

  it('takes all of a document or nothing, and names what is wrong', async () => {
    const code = newCode()
    const wrong = { ...withCode(code), registrationTypes: [{ name: '' }] }
    const refused = await client.call('POST', '/events/import', wrong)
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({
      code: 'invalid',
      errors: [expect.objectContaining({ pointer: '/registrationTypes/0/name' })],
    })
    const lost = { ...withCode(code), form: { optionGroupIds: ['nowhere'], sections: [] } }
    expect((await client.call('POST', '/events/import', lost)).status).toBe(422)
    expect((await client.call('POST', '/events/import', withCode(code))).status).toBe(201)
    const again = await client.call('POST', '/events/import', withCode(code))
    expect(again).toMatchObject({ status: 409, body: { code: 'code-taken' } })
  })

  it.each(['night-owls.json', 'harbour.xml', 'meetups.ics'])('puts %s into an event, once', async (file) => {
    const { id, code } = await createEvent(running(), organiser)
    const first = await take(file, { eventId: id })
    expect(first).toMatchObject({ status: 200, body: { id, code, updated: 0, unchanged: 0 } })
    const added = Number(first.body.added)
    expect(added).toBeGreaterThan(0)
    expect((await take(file, { eventId: id })).body).toMatchObject({ added: 0, updated: 0, unchanged: added })
  })

  it('makes the event that a file names', async () => {
    const { status, body } = await take('old-stones.xml')
    expect(status).toBe(200)
    const made = await organiser.call('GET', `/registration/api/v1/events/${body.id}`)
    expect(made.body).toMatchObject({ code: body.code, status: 'draft' })
  })

  it('takes a large file over as a task', async () => {
    const { id } = await createEvent(running(), organiser)
    const sessions = Array.from({ length: 400 }, (_, at) => [
      'BEGIN:VEVENT',
      `UID:session-${at}@example.org`,
      `DTSTART:203105${String(6 + (at % 2)).padStart(2, '0')}T${String(8 + (at % 10)).padStart(2, '0')}0000Z`,
      'DURATION:PT30M',
      `SUMMARY:Session ${at}`,
      `DESCRIPTION:${'x'.repeat(800)}`,
      'END:VEVENT',
    ]).flat()
    const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...sessions, 'END:VCALENDAR', ''].join('\r\n')
    const started = await client.call<{ taskId: string }>('POST', '/events/import-schedule', {
      fileName: 'large.ics',
      content: Buffer.from(text).toString('base64'),
      eventId: id,
    })
    expect(started.status).toBe(202)
    const task = await client.finish(started.body.taskId)
    expect(task).toMatchObject({ state: 'done', result: { id, added: 400 } })
  })

  it('tells what is no schedule, and whose event it is not', async () => {
    const content = Buffer.from('Dear Sir or Madam').toString('base64')
    const refused = await client.call('POST', '/events/import-schedule', { fileName: 'letter.txt', content })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.status).toBeLessThan(500)
    expect(refused.body.detail).toContain('letter.txt')
    const other = await createOrganiser(running())
    const { id } = await createEvent(running(), other)
    expect((await take('harbour.xml', { eventId: id })).status).toBe(404)
    const broken = { fileName: 'x', content: '<svg onload=alert(1)>' }
    expect((await client.call('POST', '/events/import-schedule', broken)).status).toBe(422)
  })

  it('is for those who may change events', async () => {
    const support = await openConsoleAs(running(), organiser, 'support')
    expect((await support.call('POST', '/events/import', withCode(newCode()))).status).toBe(403)
    const reader = await openConsoleAs(running(), organiser, 'read-only')
    expect(
      (await reader.call('POST', '/events/import-schedule', { fileName: 'x', content: 'AAAA' })).status,
    ).toBe(403)
  })
})
