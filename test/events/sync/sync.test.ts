import { beforeAll, expect, it } from 'vitest'
import { keepScore } from '../../score.ts'
import { createDice, scaled } from '../../seed.ts'
import { onEachRace, type RacedEvent } from '../race-scene.ts'
import type { Answer } from '../scene.ts'
import { type Followed, follow, followUntil, versionsOf, walk } from '../sync-scene.ts'

const WRITES = scaled(160, 10_000)
const WRITERS = 8

onEachRace('following', (race) => {
  const score = keepScore(() => `following on ${race().place.engine}`)
  let event: RacedEvent
  const call = <B>(path: string): Promise<Answer<B>> => race().send<B>(race().apps.length - 1, 'GET', path)
  const registrations = () => `${event.path}/registrations`

  beforeAll(async () => {
    event = await race().event({ event: { capacity: WRITES / 4, waitlistEnabled: true } })
  })

  /** New ones, changes, cancellations and the promotions that follow, by several writers; time passes. */
  async function write(count: number): Promise<void> {
    const dice = createDice(`writers ${race().place.engine} ${count}`)
    const ids: string[] = []
    let left = count
    await race().storm(WRITERS, async (turn) => {
      while (left-- > 0) {
        race().clock.advance(1)
        const id = ids[dice.between(0, Math.max(1, ids.length))]
        const action = id === undefined ? 0 : dice.between(0, 10)
        if (action < 5) ids.push((await event.register(turn)).body.id)
        else if (action < 8) await event.patch(turn, id ?? '', { note: `note ${left}` })
        else await event.act(turn, id ?? '', 'cancel')
      }
    })
    score.add('writes', count)
  }

  it(
    `by a token misses nothing and repeats nothing during ${WRITES} writes`,
    async () => {
      const [own, people] = [follow(call, registrations()), follow(call, '/eventdata/attendees')]
      let writing = true
      const written = write(WRITES).finally(() => {
        writing = false
      })
      while (writing) await Promise.all([own.step(), people.step()])
      await written
      const now = versionsOf(await walk(call, registrations(), 200))
      const attendees = versionsOf(await walk(call, '/eventdata/attendees', 200))
      await followUntil(own, () => same(versionsOf(own.copy.values()), now))
      await followUntil(people, () => same(versionsOf(people.copy.values()), attendees))
      expect(versionsOf(own.copy.values())).toEqual(now)
      expect(versionsOf(people.copy.values())).toEqual(attendees)
      score.add('pages', own.pages() + people.pages())
      await race().expectCounted()
    },
    120_000 + WRITES * 60,
  )

  it(
    'by a cursor passes everything that was there once, whatever is written meanwhile',
    async () => {
      const before = (await walk(call, registrations(), 200)).map(({ id }) => id)
      const [walks] = await Promise.all([
        Promise.all([walk(call, registrations(), 7), walk(call, '/eventdata/registrations', 13)]),
        write(WRITES / 4),
      ])
      for (const found of walks) {
        const ids = found.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids).toEqual(expect.arrayContaining(before))
        expect(ids).toEqual([...ids].sort())
      }
    },
    120_000 + WRITES * 60,
  )

  it('as a stream gives what the pages give, and a token to go on from', async () => {
    const pages = await walk(call, registrations(), 200)
    const stream = await race().send(0, 'GET', registrations(), {
      headers: { accept: 'application/x-ndjson' },
    })
    const lines = stream.text.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line) as Followed)).toEqual(pages)
    const since = encodeURIComponent(stream.headers.get('x-sync-token') ?? '')
    const changed = await event.register(0)
    // What was not settled when the stream began is told again: a token misses nothing.
    const told = async () => {
      const answer = await call<{ data: Followed[] }>(`${registrations()}?updatedSince=${since}`)
      return answer.body.data.map(({ id }) => id)
    }
    await expect.poll(told).toContain(changed.body.id)
  })
})

function same(a: object, b: object): boolean {
  return JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())
}
