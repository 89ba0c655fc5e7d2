import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JobStatus } from '../../src/issuer/base/tables.ts'
import { systemClock } from '../../src/kernel/base/clock.ts'
import type { Database } from '../../src/kernel/database/database.ts'
import { type ServerProcess, startServer } from '../child.ts'
import { createPlace, onEachEngine, type Place } from '../engines.ts'
import { createHttpClient, type HttpClient } from '../http-client.ts'
import { openEvents } from '../issuer/events.ts'
import { insertJobs, newJobRow } from '../issuer/job-row.ts'
import { type IssuerPlace, newApplication, newPerson, type Party } from '../issuer/party.ts'
import { expectOneEnd, race } from '../issuer/race.ts'
import { answerTo, create, gauge, newScene, put, read, type Scene, send, until } from '../issuer/scene.ts'
import { keepScore } from '../score.ts'
import { createDice, scaled } from '../seed.ts'
import { within } from '../speed.ts'

const PROCESSES = scaled(2, 4)
const ENTRANTS = scaled(100, 1_000)
const ROUNDS = scaled(5, 100)
const WAKES = scaled(20, 200)
/** What a loaded machine may take; the median is printed. */
const WAKE_LIMIT_MS = within(500)
const issuerUrl = 'http://lanyard.test/issuer'
const settings = { LANYARD_ISSUER_URL: issuerUrl, LANYARD_SERVICES: 'issuer' }

const realClock = { ...systemClock, advance: () => {}, set: () => {} }
const placeOf = ({ url }: Pick<ServerProcess, 'url'>): IssuerPlace => ({ url, issuerUrl, clock: realClock })

type Servers = {
  place: Place
  processes: ServerProcess[]
  issuers: IssuerPlace[]
  client: HttpClient
  database: Database
}

/** Processes on one database; on SQLite they are those of one server, which shares its address out among them. */
function useProcesses(engine: Place['engine'], count: number): () => Servers {
  let servers: Servers | undefined
  beforeAll(async () => {
    const place = await createPlace(engine, 'migrated')
    const processes: ServerProcess[] = []
    const several = { ...settings, LANYARD_PROCESSES: String(count) }
    if (engine === 'sqlite') processes.push(await startServer(place, { settings: several }))
    else for (let n = 0; n < count; n++) processes.push(await startServer(place, { settings }))
    const issuers = processes.map(placeOf)
    servers = { place, processes, issuers, client: createHttpClient(64), database: await place.open() }
  })
  afterAll(async () => {
    servers?.client.close()
    await servers?.database.close()
    await Promise.all(servers?.processes.map((server) => server.end('SIGTERM')) ?? [])
    await servers?.place.remove()
  })
  return () => servers as Servers
}

describe.each(['sqlite', 'postgres'] as const)('jobs in several processes on %s', (engine) => {
  const servers = useProcesses(engine, PROCESSES)
  const score = keepScore(() => `races for the end of a job in several processes on ${engine}`)
  const dice = createDice(`jobs in several processes on ${engine}`)

  /** A job whose time is over soon: no request can ask for one. */
  async function briefScene(app: Party, person: Party, liveMs: number): Promise<Scene> {
    const now = Date.now()
    const row = newJobRow({
      app: app.fingerprint,
      sub: person.fingerprint,
      created_at: now,
      expires_at: now + liveMs,
    })
    await insertJobs(servers().database, [row])
    return { app, person, created: { ...row, expires_at: '', interval: 1, link: '', qr: '' } }
  }

  it(
    `are ended by one of ${ENTRANTS} who come at once or by the time-out, ${2 * ROUNDS} times`,
    async () => {
      const { issuers, client, database } = servers()
      const [first] = issuers as [IssuerPlace]
      const [app, person] = [await newApplication(first), await newPerson(first)]
      const ends: JobStatus[] = []
      for (let round = 0; round < 2 * ROUNDS; round++) {
        const liveMs = round % 2 === 0 ? 60_000 : dice.between(20, 20 + 4 * ENTRANTS)
        const scene = await briefScene(app, person, liveMs)
        const meanwhile = () => (round % 2 === 0 ? undefined : delay(liveMs + 50))
        const places = engine === 'sqlite' ? Array.from({ length: PROCESSES }, () => first) : issuers
        const sticky = engine !== 'sqlite'
        const end = await race({ scene, places, client, dice, entrants: ENTRANTS, meanwhile, sticky })
        await expectOneEnd(database, scene.created.job, { end })
        ends.push(end)
        score.add(end, 1)
      }
      expect(ends).not.toContain('outstanding')
    },
    60_000 + ROUNDS * 40_000,
  )

  it('wake a poll that is held by another process', async () => {
    const { issuers } = servers()
    const [one, other = one] = issuers as [IssuerPlace, IssuerPlace?]
    const times: number[] = []
    for (let n = 0; n < WAKES; n++) {
      const scene = await newScene(one)
      const held = read(other, `${scene.created.job}?wait=25`).then((answer) => ({
        answer,
        at: performance.now(),
      }))
      await until(async () => (await gauge(other, 'lanyard_issuer_watchers')) > 0 || engine === 'sqlite')
      await put(one, scene.created.ticket, answerTo(one, scene))
      const answeredAt = performance.now()
      const { answer, at } = await held
      expect(answer.body.status).toBe('completed')
      times.push(Math.max(0, at - answeredAt))
    }
    const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
    process.stdout.write(
      `an approval wakes a poll in another process on ${engine} after ${median.toFixed(1)} ms (median)\n`,
    )
    expect(median).toBeLessThan(WAKE_LIMIT_MS)
  })

  it('are told by a stream in another process, and put into an inbox there', async () => {
    const { issuers } = servers()
    const [one, other = one] = issuers as [IssuerPlace, IssuerPlace?]
    const [app, person] = [await newApplication(one), await newPerson(one)]
    const authorization = `JWT ${person.token({ purpose: 'inbox' })}`
    const inbox = await openEvents(other, `/key/${person.fingerprint}/jobs`, { authorization })
    expect((await inbox.next())?.data.jobs).toEqual([])
    const token = app.token({ iss: app.fingerprint, sub: person.fingerprint, scope: 'name' })
    const created = await create(one, token)
    expect((await inbox.next())?.data.jobs).toMatchObject([{ job: created.ticket }])
    const stream = await openEvents(other, `/scope/${created.job}/events`)
    expect((await stream.next())?.data.status).toBe('outstanding')
    const answer = answerTo(one, { app, person, created })
    await put(one, created.ticket, answer)
    expect((await stream.next())?.data).toMatchObject({ status: 'completed', token: answer })
    expect(await stream.next()).toBeUndefined()
    expect((await inbox.next())?.data.jobs).toEqual([])
    inbox.leave()
  })
})

onEachEngine('a server that ends', (place) => {
  it('answers held polls at once when it is told to stop', async () => {
    const server = await startServer(place(), { settings })
    const issuer = placeOf(server)
    const { created } = await newScene(issuer)
    const stream = await openEvents(issuer, `/scope/${created.job}/events`)
    await stream.next()
    const held = Array.from({ length: 50 }, () => read(issuer, `${created.job}?wait=25`))
    await until(async () => (await gauge(issuer, 'lanyard_http_held')) === 51)
    const toldAt = performance.now()
    const exit = server.end('SIGTERM')
    for (const answer of await Promise.all(held))
      expect([answer.status, answer.body.status]).toEqual([200, 'outstanding'])
    expect(await stream.next()).toBeUndefined()
    expect(performance.now() - toldAt).toBeLessThan(within(2_000))
    expect(await exit).toMatchObject({ code: 0, signal: null })
  })

  it(
    `keeps an approval that it answered a moment before it was killed, ${scaled(3, 50)} times`,
    async () => {
      let server = await startServer(place(), { settings })
      for (let round = 0; round < scaled(3, 50); round++) {
        const scene = await newScene(placeOf(server))
        const token = answerTo(placeOf(server), scene)
        const held = read(placeOf(server), `${scene.created.job}?wait=25`).catch(() => undefined)
        expect((await put(placeOf(server), scene.created.ticket, token)).status).toBe(200)
        await server.end('SIGKILL')
        await held
        server = await startServer(place(), { settings })
        const issuer = placeOf(server)
        expect((await read(issuer, scene.created.job)).body).toMatchObject({ status: 'completed', token })
        expect((await put(issuer, scene.created.ticket, answerTo(issuer, scene))).body.title).toBe(
          'closed-job',
        )
        expect((await put(issuer, scene.created.ticket, token)).status).toBe(409)
        expect((await send(issuer, 'DELETE', `/scope/${scene.created.job}`)).status).toBe(409)
      }
      expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
    },
    60_000 + scaled(3, 50) * 20_000,
  )
})
