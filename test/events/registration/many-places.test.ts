import { beforeAll, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { type EventClient, openEvent } from '../registrations.ts'
import { createOrganiser, type Organiser } from '../scene.ts'

const OPTIONS = 12
const codes = Array.from({ length: OPTIONS }, (_none, n) => `o${n}`)

onEachApp('a registration that claims places of many counters', (running) => {
  let organiser: Organiser
  let event: EventClient
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    event = await openEvent(running(), organiser, {
      event: { capacity: 100 },
      registrationTypes: [{ ref: 'few', code: 'few', name: 'Few', capacity: 3 }],
      optionGroups: codes.map((code) => ({
        ref: code,
        name: code,
        options: [{ code, name: code, capacity: 2 }],
      })),
    })
  })
  const choose = (chosen: readonly string[]) => ({
    registrationTypeId: event.types.few,
    options: chosen.map((code) => ({ ...event.options[code], quantity: 1 })),
  })
  const all = (left: number) => Object.fromEntries(codes.map((code) => [code, left]))

  it('takes one of each', async () => {
    await event.take(choose(codes))
    expect([await event.left(), (await event.counts()).remaining]).toEqual([all(1), 99])
  })

  it('takes none where one of them is full, whichever it is', async () => {
    for (const code of ['o0', 'o11']) {
      await event.take(choose([code]))
      const before = [await event.left(), await event.counts()]
      const refused = await event.register(choose(codes))
      expect(refused.status).toBe(409)
      expect([await event.left(), await event.counts()]).toEqual(before)
    }
  })

  it('gives all of them back when its type is full and it waits', async () => {
    const waiting = await openEvent(running(), organiser, {
      event: { capacity: 100, waitlistEnabled: true },
      registrationTypes: [{ ref: 'one', code: 'one', name: 'One', capacity: 1 }],
      optionGroups: [{ ref: 'a', name: 'A', options: [{ code: 'a', name: 'A', capacity: 5 }] }],
    })
    const chosen = {
      registrationTypeId: waiting.types.one,
      options: [{ ...waiting.options.a, quantity: 1 }],
    }
    expect((await waiting.take(chosen)).status).toBe('confirmed')
    expect((await waiting.take(chosen)).status).toBe('waitlisted')
    expect(await waiting.left()).toEqual({ a: 4 })
    expect(await waiting.counts()).toMatchObject({ registeredCount: 1, waitlistedCount: 1, remaining: 99 })
  })
})
