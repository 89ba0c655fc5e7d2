import { describe, expect, it } from 'vitest'
import { startApp } from '../../harness.ts'
import { scaled } from '../../seed.ts'
import { countAnswers, onEachRace } from '../race-scene.ts'
import { newPerson, organiserAt } from '../scene.ts'

let keys = 0
const once = () => ({ 'idempotency-key': `key ${++keys}` })

onEachRace('an Idempotency-Key', (race) => {
  it('makes one registration of 50 at once, and all are told of it', async () => {
    for (let round = 0; round < scaled(3, 100); round++) {
      const event = await race().event({ event: { capacity: 5, multiplePerEmail: true } })
      const [headers, body] = [once(), { registrant: newPerson() }]
      const answers = await race().storm(50, (n) => event.register(n, body, headers))
      expect(countAnswers(answers)).toEqual({ '201 confirmed': 50 })
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      const replayed = answers.filter((answer) => answer.headers.get('idempotency-replayed') === 'true')
      expect(replayed).toHaveLength(49)
      expect(await event.read()).toMatchObject({ registeredCount: 1, remaining: 4 })
    }
    await race().expectCounted()
  }, 300_000)

  it('with another body is refused, at once or later', async () => {
    const event = await race().event({ event: { multiplePerEmail: true } })
    const [headers, bodies] = [once(), [{ registrant: newPerson() }, { registrant: newPerson() }]]
    const answers = await race().storm(20, (n) => event.register(n, bodies[n % 2], headers))
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(10).fill(201),
      ...Array(10).fill(422),
    ])
    expect(await event.read()).toMatchObject({ registeredCount: 1 })
  })

  it('is known in a server that starts later, for a day', async () => {
    const event = await race().event({ event: { multiplePerEmail: true } })
    const [headers, body] = [once(), { registrant: newPerson() }]
    const made = await event.register(0, body, headers)
    race().clock.advance(23 * 3_600_000)
    const [{ place, clock }, path] = [race(), `${event.path}/registrations`]
    const other = await startApp(place, { settings: { LANYARD_RATE: 'off' }, clock })
    try {
      const again = await organiserAt(race().organiser, other.url).call('POST', path, { body, headers })
      expect(again).toMatchObject({ status: 201, text: made.text })
      expect(again.headers.get('location')).toBe(made.headers.get('location'))
    } finally {
      await other.app.stop()
    }
    expect(await event.read()).toMatchObject({ registeredCount: 1 })
  })

  it('of a refusal may be used again: the place may be free by then', async () => {
    const event = await race().event({ event: { capacity: 1 } })
    const first = await event.register(0)
    const [headers, body] = [once(), { registrant: newPerson() }]
    expect((await event.register(0, body, headers)).status).toBe(409)
    await event.act(1, first.body.id, 'cancel')
    expect((await event.register(1, body, headers)).status).toBe(201)
  })

  it('cancels once: what came after is not cancelled by a retry', async () => {
    const event = await race().event({ event: { capacity: 1, waitlistEnabled: true } })
    const [first, second] = [await event.register(0), await event.register(1)]
    const path = `${event.path}/registrations/${first.body.id}/cancel`
    const headers = once()
    const answers = await race().storm(20, (n) => race().send(n, 'POST', path, { headers }))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    const now = await event.registrations('&status=confirmed')
    expect(now.map(({ id }) => id)).toEqual([second.body.id])
    await race().expectCounted()
  })

  describe('left out', () => {
    it('makes one registration of a double click, and the second is told', async () => {
      for (let round = 0; round < scaled(5, 200); round++) {
        const event = await race().event({ event: { capacity: 5 } })
        const body = { registrant: newPerson() }
        const answers = await race().storm(2, (n) => event.register(n, body))
        expect(countAnswers(answers)).toEqual({ '201 confirmed': 1, '409 duplicate-registration': 1 })
      }
      await race().expectCounted()
    })

    it('makes one registration of a retry after an answer that was lost', async () => {
      const event = await race().event({ event: { capacity: 5 } })
      const body = { registrant: newPerson() }
      const lost = new AbortController()
      const sent = fetch(`${race().first.url}${event.path}/registrations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': race().organiser.key },
        body: JSON.stringify(body),
        signal: lost.signal,
      }).catch(() => undefined)
      setImmediate(() => lost.abort())
      await sent
      const answers = [await event.register(1, body), await event.register(0, body)]
      expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1)
      expect(answers.at(-1)).toMatchObject({ status: 409, body: { code: 'duplicate-registration' } })
      expect(await event.read()).toMatchObject({ registeredCount: 1 })
      await race().expectCounted()
    })
  })
})
