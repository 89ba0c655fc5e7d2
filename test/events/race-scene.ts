import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { recountPlaces } from '../../src/events/manage/recount.ts'
import type { EventsTables } from '../../src/events/records/tables.ts'
import type { Database, Reader } from '../../src/kernel/database/database.ts'
import { statementsOf } from '../../src/kernel/database/statement.ts'
import { createPlace, type Place } from '../engines.ts'
import { createManualClock, type ManualClock } from '../fakes.ts'
import { type RunningApp, startApps } from '../harness.ts'
import {
  type Answer,
  createEvent,
  createOrganiser,
  type Json,
  newPerson,
  type Organiser,
  organiserAt,
} from './scene.ts'

export type Registration = Json & {
  id: string
  status: string
  version: number
  waitlistPosition: number | null
  attendees: { id: string }[]
}
export type Registered = Answer<Registration>

type Send = { body?: unknown; headers?: Readonly<Record<string, string>> }

/** Servers of one store, and an organiser who asks them in turn. */
export class Race {
  readonly place: Place
  readonly clock: ManualClock
  readonly apps: readonly RunningApp[]
  readonly first: RunningApp
  readonly organiser: Organiser
  readonly #at: readonly Organiser[]

  constructor(
    place: Place,
    parts: { clock: ManualClock; apps: readonly RunningApp[]; first: RunningApp; organiser: Organiser },
  ) {
    this.place = place
    this.clock = parts.clock
    this.apps = parts.apps
    this.first = parts.first
    this.organiser = parts.organiser
    this.#at = parts.apps.map(({ url }) => organiserAt(parts.organiser, url))
  }

  async event(parts: { event?: Json } & Json = {}): Promise<RacedEvent> {
    const { id } = await createEvent(this.first, this.organiser, parts)
    return new RacedEvent(this, id)
  }

  /** By the server whose turn it is. One on a busy machine puts requests off: those are asked again. */
  async send<B = Registration>(
    turn: number,
    method: string,
    path: string,
    sending: Send = {},
  ): Promise<Answer<B>> {
    for (let attempt = 1; ; attempt++) {
      const answer = await (this.#at[turn % this.#at.length] as Organiser).call<B>(method, path, sending)
      if (answer.status !== 503 || attempt === 100) return answer
      await delay(20)
    }
  }

  /** So many at once. */
  storm<T>(times: number, send: (n: number) => Promise<T>): Promise<T[]> {
    return Promise.all(Array.from({ length: times }, (_, n) => send(n)))
  }

  /** Every counter says what is there. */
  async expectCounted(): Promise<void> {
    expect(await faultsIn(this.first.app.context.database)).toEqual([])
  }
}

export async function faultsIn(database: Reader): Promise<string[]> {
  const faults: string[] = []
  for await (const found of recountPlaces(database)) faults.push(...found.faults.map(({ text }) => text))
  return faults
}

/** An event that people fight for. */
export class RacedEvent {
  readonly id: string
  readonly path: string
  readonly #race: Race

  constructor(race: Race, id: string) {
    this.id = id
    this.path = `/registration/api/v1/events/${id}`
    this.#race = race
  }

  register(
    turn: number,
    body: Json = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Registered> {
    return this.#race.send(turn, 'POST', `${this.path}/registrations`, {
      body: { registrant: newPerson(), ...body },
      headers,
    })
  }

  act(turn: number, id: string, action: 'cancel' | 'approve' | 'decline'): Promise<Registered> {
    return this.#race.send(turn, 'POST', `${this.path}/registrations/${id}/${action}`)
  }

  patch(turn: number, id: string, body: Json): Promise<Registered> {
    return this.#race.send(turn, 'PATCH', `${this.path}/registrations/${id}`, { body })
  }

  enrol(turn: number, id: string, sessionId: string): Promise<Answer> {
    return this.#race.send<Json>(turn, 'PUT', `${this.path}/sessions/${sessionId}/registrations/${id}`)
  }

  leave(turn: number, id: string, sessionId: string): Promise<Answer> {
    return this.#race.send<Json>(turn, 'DELETE', `${this.path}/sessions/${sessionId}/registrations/${id}`)
  }

  setCapacity(turn: number, capacity: number | null): Promise<Answer> {
    return this.#race.send<Json>(turn, 'PATCH', this.path, { body: { capacity } })
  }

  async read<B = Json>(below = ''): Promise<B> {
    return (await this.#race.send<B>(0, 'GET', this.path + below)).body
  }

  async registrations(query = ''): Promise<Registration[]> {
    const all: Registration[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const after: string = cursor === '' ? '' : `&cursor=${cursor}`
      const page: { data: Registration[]; paging: { nextCursor: string | null } } = await this.read(
        `/registrations?pageSize=200${query}${after}`,
      )
      all.push(...page.data)
      cursor = page.paging.nextCursor
    }
    return all
  }

  async options(): Promise<{ groupId: string; optionId: string; name: string }[]> {
    const { data } = await this.read<{ data: { id: string; options: { id: string; name: string }[] }[] }>(
      '/registrationoptiongroups',
    )
    return data.flatMap(({ id: groupId, options }) =>
      options.map(({ id: optionId, name }) => ({ groupId, optionId, name })),
    )
  }

  async ids(part: 'registrationtypes' | 'sessions'): Promise<string[]> {
    const { data } = await this.read<{ data: { id: string }[] }>(`/${part}`)
    return data.map(({ id }) => id)
  }
}

/** By status, and what the registration is or why it is not. */
export function countAnswers(answers: readonly Answer<object>[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const { code, status: state } = body as { code?: string; status?: string | number }
    const name = `${status} ${code ?? state ?? ''}`.trim()
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/** One server has a SQLite file to itself; PostgreSQL is shared by two. */
export function onEachRace(name: string, suite: (race: () => Race) => void): void {
  describe.each([
    ['sqlite', 1],
    ['postgres', 2],
  ] as const)(`${name} on %s, between servers: %i`, (engine, count) => {
    let race: Race | undefined
    beforeAll(async () => {
      const place = await createPlace(engine, 'migrated')
      const clock = createManualClock()
      const apps = await startApps(place, count, { settings: { LANYARD_RATE: 'off' }, clock })
      const first = apps[0] as RunningApp
      race = new Race(place, { clock, apps, first, organiser: await createOrganiser(first) })
    })
    afterAll(async () => {
      for (const { app } of race?.apps ?? []) await app.stop()
      await race?.place.remove()
    })
    suite(() => {
      if (race === undefined) throw new Error('the servers start before the tests, not before the suite')
      return race
    })
  })
}

const statement = statementsOf<EventsTables>()
const look = statement((db, p: { id: string }) =>
  db.selectFrom('events_places').select(['capacity', 'taken']).where('id', '=', p.id),
)
const setTaken = statement((db, p: { id: string; taken: number }) =>
  db.updateTable('events_places').set({ taken: p.taken }).where('id', '=', p.id),
)

/** The guard that no operation relies on. */
export async function lookThenTake(
  database: Database,
  id: string,
  meet: () => Promise<void>,
): Promise<boolean> {
  const place = await database.first(look, { id })
  await meet()
  if (place === undefined || place.taken + 1 > (place.capacity ?? 0)) return false
  return (await database.run(setTaken, { id, taken: place.taken + 1 })) === 1
}

/** What the control has done is undone. */
export async function giveAllBack(database: Database, id: string): Promise<void> {
  await database.run(setTaken, { id, taken: 0 })
}
