import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServerProcess, startServer } from '../../child.ts'
import { onEachEngine } from '../../engines.ts'
import { expectRefused, lanyard, lanyardHere, lanyardHereJson, lanyardJson } from './program.ts'
import { readJson } from './read-json.ts'

const at = (path: string) => fileURLToPath(new URL(`../../events/${path}`, import.meta.url))
const example = at('import/keys-2031.json')

onEachEngine('lanyard import', (place) => {
  let server: ServerProcess
  let key = ''
  beforeAll(async () => {
    server = await startServer(place())
    const arguments_ = ['key', 'create', '--service', 'events', '--name', 'test', '--organisation', 'Keys']
    key = (await lanyardHereJson<{ key: string }>(place(), arguments_)).key
  })
  afterAll(async () => {
    await server?.end('SIGTERM')
  })
  type Shown = { data: { title: string; status: string }[]; title: string }
  const get = (path: string) =>
    readJson<Shown>(`${server.url}/registration/api/v1${path}`, { 'x-api-key': key })
  const file = (name: string, text: string) => {
    const path = join(place().dataFolder, name)
    writeFileSync(path, text)
    return path
  }
  const document = (members: object) =>
    JSON.stringify({
      event: {
        ...{ code: 'SMALL', title: 'Small', timezone: 'UTC' },
        ...{ start: '2031-05-06T09:00:00Z', end: '2031-05-06T18:00:00Z', ...members },
      },
    })

  it('event: stores the document while the server runs, and says what it is', async () => {
    const made = await lanyardJson<{ id: string; code: string }>(place(), ['import', 'event', example])
    expect(made).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), code: 'KEYS-2031' })
    expect((await get(`/events/${made.id}`)).title).toBe('Keys and Badges 2031')
    const twice = await lanyardHere(place(), ['import', 'event', example])
    expectRefused(twice, /^lanyard: \/event\/code: code-taken: /)
  })

  it('event: ends with the pointer and the reason in one line', async () => {
    const wrong = file('wrong.json', document({ capacity: 'many' }))
    expectRefused(await lanyard(place(), ['import', 'event', wrong]), /^lanyard: \/event\/capacity: must be/)
    const broken = file('broken.json', '{"event": }')
    expectRefused(await lanyardHere(place(), ['import', 'event', broken]), /The file is not valid JSON/)
    const list = file('list.json', '[]')
    expectRefused(await lanyardHere(place(), ['import', 'event', list]), /must be object/)
    expectRefused(
      await lanyardHere(place(), ['import', 'event', 'nowhere.json']),
      /nowhere\.json cannot be read/,
    )
  })

  it('event: makes the organisation with it, or neither', async () => {
    const wrong = file('other-wrong.json', document({ title: '' }))
    expectRefused(
      await lanyardHere(place(), ['import', 'event', wrong, '--organisation', 'Never']),
      /^lanyard: \/event\/title: /,
    )
    const right = file('right.json', `\ufeff${document({})}`)
    const { stdout } = await lanyardHere(place(), ['import', 'event', right, '--organisation', 'Second'])
    expect(stdout).toMatch(/^Imported SMALL: [0-9a-f-]{36}\n$/)
    expect((await get('/events')).data.map(({ title }) => title)).toEqual(['Keys and Badges 2031'])
    const outcome = await lanyardHere(place(), ['key', 'list'])
    expect(outcome.stdout).not.toContain('Never')
  })

  it('event: gets the code of the option instead of that in the file', async () => {
    const importAs = (code: string) => ['import', 'event', example, '--organisation', 'Third', '--code', code]
    expect(await lanyardHereJson(place(), importAs('KEYS-2032'))).toMatchObject({ code: 'KEYS-2032' })
    const taken = await lanyardHere(place(), importAs('KEYS-2032'))
    expectRefused(taken, /^lanyard: \/event\/code: code-taken: /)
    expectRefused(await lanyardHere(place(), importAs('no code')), /^lanyard: \/event\/code: /)
  })

  it('schedule: follows a file while the server runs', async () => {
    const options = ['--organisation', 'Keys']
    const owls = at('schedules/night-owls.json')
    const first = await lanyardJson<{ id: string; added: number }>(place(), [
      'import',
      'schedule',
      owls,
      ...options,
    ])
    expect(first).toEqual({
      ...{ id: first.id, code: expect.any(String), added: expect.any(Number) },
      ...{ updated: 0, cancelled: 0, unchanged: 0 },
    })
    expect(first.added).toBeGreaterThan(3)
    expect((await get(`/events/${first.id}/sessions`)).data).toHaveLength(first.added)
    const again = await lanyardHere(place(), ['import', 'schedule', owls, ...options])
    expect(again.stdout).toContain(
      `: 0 added, 0 updated, 0 cancelled, ${first.added} unchanged. ${first.id}\n`,
    )
    const office = at('schedules/office.ics')
    const more = await lanyardHereJson<{ id: string; added: number; cancelled: number }>(place(), [
      ...['import', 'schedule', office, '--event', 'KEYS-2031', ...options],
    ])
    expect(more).toMatchObject({ code: 'KEYS-2031', cancelled: 0 })
    const sessions = (await get(`/events/${more.id}/sessions`)).data
    expect(sessions).toHaveLength(more.added + 2)
  })

  it('schedule: tells what it cannot read in one line', async () => {
    const text = file('plain.txt', 'Monday: talks')
    const options = ['--organisation', 'Keys']
    expectRefused(
      await lanyardHere(place(), ['import', 'schedule', text, ...options]),
      /plain\.txt is neither frab JSON/,
    )
    const owls = at('schedules/night-owls.json')
    const refused = await lanyardHere(place(), ['import', 'schedule', owls, ...options, '--event', 'SMALL'])
    expectRefused(refused, /^lanyard: code-taken: /)
  })
})
