import { afterEach, describe, expect, it } from 'vitest'
import { expectRefusal } from './refusal.ts'
import { type Sample, startSample } from './sample.ts'
import { flatApi, problemApi } from './sample-api.ts'
import { createScore } from './score.ts'
import { exchange, request, Wire } from './wire.ts'

const score = createScore('overload')
let sample: Sample
afterEach(() => sample.stop())

const get = (path: string) => exchange(sample.url, request(`GET ${path}`))

describe.each([flatApi, problemApi])('more requests than the server takes, at $basePath', (api) => {
  it('puts the rest off at once, and recovers', async () => {
    sample = await startSample({ gate: { maxInFlight: 5 } })
    const held = Array.from({ length: 5 }, () => new Wire(sample.url))
    for (const wire of held) await wire.send(request(`GET ${api.basePath}/hold`))
    await sample.held.untilWaiting(5)
    const paths = ['/ping', '/hold', '/nowhere', '/notes', '/openapi.json']
    const storm = paths.flatMap((path) => Array.from({ length: 40 }, () => get(api.basePath + path)))
    for (const answer of await Promise.all(storm)) {
      await score.attempt(async () => expectRefusal(api, answer, 'busy'))
      expect(answer.headers.get('retry-after')).toBe('1')
    }
    expect((await get('/healthz')).status).toBe(200)
    expect((await get('/readyz')).status).toBe(503)
    sample.held.release()
    for (const wire of held) expect((await wire.answer()).status).toBe(200)
    expect((await get(`${api.basePath}/ping`)).status).toBe(200)
    expect(sample.metrics()).toMatch(/^lanyard_http_in_flight [01]$/m)
  })

  it('puts off those that arrive while too many wait', async () => {
    sample = await startSample({ gate: { maxInFlight: 5 } })
    const wires = Array.from({ length: 60 }, () => new Wire(sample.url))
    for (const wire of wires) await wire.send(request(`GET ${api.basePath}/ping`))
    for (const wire of wires) await wire.answer()
    const asked = wires.map((wire) => wire.send(request(`GET ${api.basePath}/ping`)))
    await Promise.all(asked)
    const answers = await Promise.all(wires.map(async (wire) => (await wire.answers(2))[1]))
    const refused = answers.filter((answer) => answer?.status !== 200)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(56)
    for (const answer of refused)
      await score.attempt(async () => expectRefusal(api, answer as NonNullable<typeof answer>, 'busy'))
  })

  it('takes as many as it can', async () => {
    sample = await startSample({ gate: { maxInFlight: 5 } })
    const held = Array.from({ length: 4 }, () => new Wire(sample.url))
    for (const wire of held) await wire.send(request(`GET ${api.basePath}/hold`))
    await sample.held.untilWaiting(4)
    expect((await get(`${api.basePath}/ping`)).status).toBe(200)
  })

  const stall = (ms: number) => {
    const end = performance.now() + ms
    while (performance.now() < end);
  }

  it('puts requests off while the event loop runs late again and again, and recovers', async () => {
    sample = await startSample({ gate: { maxLagMs: 150 } })
    expect((await get(`${api.basePath}/ping`)).status).toBe(200)
    const stalling = setInterval(() => stall(400), 1)
    let answer = await get(`${api.basePath}/ping`)
    while (answer.status === 200) answer = await get(`${api.basePath}/ping`)
    clearInterval(stalling)
    await score.attempt(async () => expectRefusal(api, answer, 'busy'))
    while (answer.status === 503) answer = await get(`${api.basePath}/ping`)
    expect(answer.status).toBe(200)
  })

  it('refuses nobody because the machine stood still once', async () => {
    sample = await startSample({ gate: { maxLagMs: 1_000 } })
    stall(2_000)
    const until = performance.now() + 500
    while (performance.now() < until) expect((await get(`${api.basePath}/ping`)).status).toBe(200)
  })
})
