import { afterEach, describe, expect, it } from 'vitest'
import { onEachApp } from '../harness.ts'
import { Wire } from '../kernel/http/wire.ts'
import type { IssuerAnswer } from './device.ts'
import { answerTo, type CreatedJob, create, gauge, newScene, put, read, send, until } from './scene.ts'

const HELD = 200
const MAX_IN_FLIGHT = 20

onEachApp(
  'held polls',
  (running) => {
    const watchers = () => gauge(running(), 'lanyard_issuer_watchers')
    const held = () => gauge(running(), 'lanyard_http_held')
    const wires: Wire[] = []
    afterEach(() => {
      for (const wire of wires.splice(0)) wire.leave()
    })

    /** So many polls of a job, each on a connection of its own. */
    async function hold(job: string, count: number): Promise<Wire[]> {
      const before = await held()
      const opened = Array.from({ length: count }, () => new Wire(running().url))
      wires.push(...opened)
      for (const wire of opened)
        await wire.send(`GET /issuer/scope/${job}?wait=25 HTTP/1.1\r\nhost: a\r\n\r\n`)
      await until(async () => (await held()) === before + count)
      return opened
    }

    it('wake together, at once', async () => {
      const scene = await newScene(running())
      const polls = await hold(scene.created.job, HELD)
      const token = answerTo(running(), scene)
      await put(running(), scene.created.ticket, token)
      const approvedAt = performance.now()
      const answers = await Promise.all(polls.map((wire) => wire.answer()))
      const tookMs = performance.now() - approvedAt
      for (const { status, body } of answers) expect([status, JSON.parse(body).token]).toEqual([200, token])
      process.stdout.write(`an approval wakes ${HELD} polls of its process within ${tookMs.toFixed(1)} ms\n`)
      expect(tookMs).toBeLessThan(1_000)
      expect([await watchers(), await held()]).toEqual([0, 0])
    })

    it('wake one by one, each for its own job', async () => {
      const scenes = await Promise.all(Array.from({ length: 20 }, () => newScene(running())))
      const polls = await Promise.all(scenes.map(({ created }) => hold(created.job, 1)))
      const times: number[] = []
      for (const [n, scene] of scenes.entries()) {
        await put(running(), scene.created.ticket, answerTo(running(), scene))
        const approvedAt = performance.now()
        const answer = await polls[n]?.[0]?.answer()
        times.push(performance.now() - approvedAt)
        expect(JSON.parse(answer?.body ?? '')).toMatchObject({ job: scene.created.job, status: 'completed' })
        expect(await watchers()).toBe(scenes.length - n - 1)
      }
      const median = times.sort((a, b) => a - b)[times.length / 2] ?? 0
      process.stdout.write(`an approval wakes a poll of its process after ${median.toFixed(1)} ms (median)\n`)
      expect(median).toBeLessThan(100)
    })

    it('are freed within a second when their clients go', async () => {
      const { created } = await newScene(running())
      const polls = await hold(created.job, HELD)
      expect([await watchers(), await held()]).toEqual([HELD, HELD])
      for (const wire of polls) wire.leave()
      const leftAt = performance.now()
      await until(async () => (await watchers()) + (await held()) === 0)
      expect(performance.now() - leftAt).toBeLessThan(1_000)
    })

    describe('and the limit of requests at once', () => {
      const isBusy = ({ status, body }: IssuerAnswer) => status === 503 && body.title === 'busy'

      it('do not meet: however many are held, others are answered', async () => {
        const { created } = await newScene(running())
        await hold(created.job, 5 * MAX_IN_FLIGHT)
        expect((await read(running(), created.job)).status).toBe(200)
        expect((await create(running(), { scope: 'name' })).status).toBe('outstanding')
      })

      it('do, where they are not held (the control)', async () => {
        const job: CreatedJob = await create(running(), { scope: 'name' })
        for (let n = 0; n < MAX_IN_FLIGHT; n++) {
          const wire = new Wire(running().url)
          wires.push(wire)
          await wire.send('POST /issuer/scope HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n{')
        }
        await until(async () => isBusy(await send(running(), 'GET', `/scope/${job.job}`)))
      })
    })
  },
  { settings: { LANYARD_RATE: 'off' }, parts: { gate: { maxLagMs: 60_000, maxInFlight: MAX_IN_FLIGHT } } },
)
