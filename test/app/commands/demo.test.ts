import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src/kernel/base/clock.ts'
import { readFigures } from '../../../src/platform/figures/figures.ts'
import { type ServerProcess, startServer } from '../../child.ts'
import { createPlace, onEachEngine } from '../../engines.ts'
import { expectRefused, lanyardHere, lanyardHereJson, lanyardJson } from './program.ts'
import { readJson } from './read-json.ts'

type Made = {
  made: boolean
  event: { id: string; code: string }
  sessions: number
  registrations: number
  checkedIn: number
  contacts: number
  keys: { events: string; twofactor: string }
}
type Page = {
  data: { email: string; title: string; contactCount: number; firstName: string }[]
  paging: { totalCount: number }
  summary: { registered: number; checkedIn: number }
}

const people: string[] = []

onEachEngine('lanyard demo', (place) => {
  let server: ServerProcess
  let made: Made
  beforeAll(async () => {
    server = await startServer(place())
    made = await lanyardJson<Made>(place(), ['demo', '--registrations', '120'])
  })
  afterAll(async () => {
    await server?.end('SIGTERM')
  })
  const get = (path: string) => readJson<Page>(server.url + path, { 'x-api-key': made.keys.events })
  const count = async (path: string) =>
    (await get(`${path}${path.includes('?') ? '&' : '?'}count=true`)).paging.totalCount

  it('makes a conference that the running server shows', async () => {
    expect(made).toMatchObject({ made: true, sessions: 201, registrations: 120, event: { code: 'PASSAGE' } })
    const at = `/registration/api/v1/events/${made.event.id}`
    expect(await count(`${at}/sessions`)).toBe(201)
    expect(await count(`${at}/registrations`)).toBe(120)
    expect(await count(`${at}/registrations?status=cancelled`)).toBeGreaterThan(0)
    expect(await count(`${at}/registrationtypes`)).toBe(4)
    const { summary } = await get(`${at}/attendance`)
    expect(summary.checkedIn).toBeGreaterThanOrEqual(made.checkedIn)
    expect(made.checkedIn).toBeGreaterThan(60)
    const { data } = await get('/registration/api/v1/contactlists')
    expect(data.map(({ contactCount }) => contactCount)).toEqual([made.contacts])
  })

  it('counts what happened in the weeks before, for the first page of the console', async () => {
    const database = await place().open()
    const read = { organisationId: undefined, now: systemClock.now() }
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
    const seriesOf = async (step: 'hour' | 'day', steps: number) =>
      (await readFigures(database, { ...read, span: { step, steps, offsetMs: 0 } })).series
    const [all, month, day] = [
      await seriesOf('day', 120),
      await seriesOf('day', 30),
      await seriesOf('hour', 25),
    ]
    await database.close()
    expect(sum(all.registrations)).toBe(120)
    expect(sum(all['check-ins'])).toBeGreaterThanOrEqual(made.checkedIn)
    expect(sum(month.registrations)).toBeGreaterThan(90)
    expect(sum(month.registrations)).toBeLessThan(120)
    expect(month.registrations.filter((count) => count > 0).length).toBeGreaterThan(20)
    expect(sum(day.registrations)).toBeGreaterThan(5)
    expect(sum(day.registrations)).toBeLessThan(20)
    expect(day.registrations.filter((count) => count > 0).length).toBeGreaterThan(5)
  })

  it('makes the same people each time', async () => {
    const { data } = await get(`/registration/api/v1/events/${made.event.id}/attendees?pageSize=200`)
    const names = data.map(({ email }) => email).sort()
    expect(new Set(names).size).toBe(names.length)
    if (people.length === 0) people.push(...names)
    expect(names).toEqual(people)
  })

  it('gives a key of the two-factor service', async () => {
    const url = `${server.url}/twofactor/protected/json/app/details`
    const { app } = await readJson<{ app: { name: string } }>(url, {
      'x-twofactor-api-key': made.keys.twofactor,
    })
    expect(app.name).toBe('Demo')
  })

  it('is made once', async () => {
    const again = await lanyardHere(place(), ['demo'])
    expect(again).toMatchObject({ status: 0, stderr: '' })
    expect(again.stdout).toContain(`The demo already exists: PASSAGE, ${made.event.id}.`)
    expect(again.stdout).toMatch(/Registration page {3}http:\S+\/e\/PASSAGE\n/)
    expect(again.stdout).toMatch(new RegExp(`/console/o/[\\w-]+/events/${made.event.id}\n`))
    expect(again.stdout).toContain('choose “Passage Conferences” in the menu')
    expect(await lanyardHereJson(place(), ['demo'])).toEqual({ made: false, event: made.event })
  })

  it('takes a whole number', async () => {
    expectRefused(await lanyardHere(place(), ['demo', '--registrations', 'many']), /whole number/)
  })
})

it('prints requests that every shell takes as they are', async () => {
  const place = await createPlace('sqlite', 'migrated')
  onTestFinished(() => place.remove())
  const { stdout } = await lanyardHere(place, ['demo', '--registrations', '1'])
  const requests = stdout.split('\n').filter((line) => line.includes('curl'))
  expect(requests).toHaveLength(5)
  // zsh looks for files that match an unquoted question mark.
  for (const request of requests) expect(request.replaceAll(/'[^']*'/g, '')).not.toContain('?')
})
