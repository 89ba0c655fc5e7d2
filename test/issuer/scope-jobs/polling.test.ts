import { afterEach, expect, it } from 'vitest'
import { onEachApp, type RunningApp } from '../../harness.ts'
import { Wire } from '../../kernel/http/wire.ts'
import { within } from '../../speed.ts'
import { answerTo, create, gauge, newScene, put, read, until } from '../scene.ts'

const HELD = 200
const MAX_IN_FLIGHT = 20
const settings = { LANYARD_RATE: 'off' }

const heldIn = (running: RunningApp) => gauge(running, 'lanyard_http_held')
const watchersIn = (running: RunningApp) => gauge(running, 'lanyard_issuer_watchers')

const wires: Wire[] = []
afterEach(() => {
  for (const wire of wires.splice(0)) wire.leave()
})

async function open({ url }: RunningApp, text: string): Promise<Wire> {
  const wire = new Wire(url)
  wires.push(wire)
  await wire.send(text)
  return wire
}

/** A poll of each job, on a connection of its own; gives them when all are held. */
async function hold(running: RunningApp, jobs: readonly string[]): Promise<Wire[]> {
  const before = await heldIn(running)
  const opened: Wire[] = []
  for (const job of jobs)
    opened.push(await open(running, `GET /issuer/scope/${job}?wait=25 HTTP/1.1\r\nhost: a\r\n\r\n`))
  await until(async () => (await heldIn(running)) === before + jobs.length)
  return opened
}

onEachApp(
  'held polls',
  (running) => {
    it('wake together, at once', async () => {
      const scene = await newScene(running())
      const polls = await hold(
        running(),
        Array.from({ length: HELD }, () => scene.created.job),
      )
      const token = answerTo(running(), scene)
      await put(running(), scene.created.ticket, token)
      const approvedAt = performance.now()
      const answers = await Promise.all(polls.map((wire) => wire.answer()))
      const tookMs = performance.now() - approvedAt
      for (const { status, body } of answers) expect([status, JSON.parse(body).token]).toEqual([200, token])
      process.stdout.write(`an approval wakes ${HELD} polls of its process within ${tookMs.toFixed(1)} ms\n`)
      expect(tookMs).toBeLessThan(within(2_000))
      expect([await watchersIn(running()), await heldIn(running())]).toEqual([0, 0])
    })

    it('wake one by one, each for its own job', async () => {
      const scenes = await Promise.all(Array.from({ length: 20 }, () => newScene(running())))
      const polls = await hold(
        running(),
        scenes.map(({ created }) => created.job),
      )
      const times: number[] = []
      for (const [n, scene] of scenes.entries()) {
        await put(running(), scene.created.ticket, answerTo(running(), scene))
        const approvedAt = performance.now()
        const answer = await polls[n]?.answer()
        times.push(performance.now() - approvedAt)
        expect(JSON.parse(answer?.body ?? '')).toMatchObject({ job: scene.created.job, status: 'completed' })
        expect(await watchersIn(running())).toBe(scenes.length - n - 1)
      }
      const median = times.sort((a, b) => a - b)[times.length / 2] ?? 0
      process.stdout.write(`an approval wakes a poll of its process after ${median.toFixed(1)} ms (median)\n`)
      expect(median).toBeLessThan(100)
    })

    it('are freed when their clients go, long before their time is over', async () => {
      const { created } = await newScene(running())
      const polls = await hold(
        running(),
        Array.from({ length: HELD }, () => created.job),
      )
      expect([await watchersIn(running()), await heldIn(running())]).toEqual([HELD, HELD])
      for (const wire of polls) wire.leave()
      const leftAt = performance.now()
      await until(async () => (await watchersIn(running())) + (await heldIn(running())) === 0)
      expect(performance.now() - leftAt).toBeLessThan(within(5_000))
    })
  },
  { settings },
)

onEachApp(
  'the limit of requests at once',
  (running) => {
    it('does not count what is held', async () => {
      const { job } = await create(running(), { scope: 'name' })
      for (let n = 0; n < 5; n++)
        await hold(
          running(),
          Array.from({ length: MAX_IN_FLIGHT - 1 }, () => job),
        )
      expect(await heldIn(running())).toBeGreaterThan(MAX_IN_FLIGHT)
      expect((await read(running(), job)).status).toBe(200)
      expect((await create(running(), { scope: 'name' })).status).toBe('outstanding')
    })

    it('counts what is not (the control)', async () => {
      const half = 'POST /issuer/scope HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n{'
      const halves: Wire[] = []
      for (let n = 0; n <= MAX_IN_FLIGHT; n++) halves.push(await open(running(), half))
      const { status, body } = await Promise.race(halves.map((wire) => wire.answer()))
      expect([status, JSON.parse(body).title]).toEqual([503, 'busy'])
    })
  },
  { settings, parts: { gate: { maxLagMs: 60_000, maxInFlight: MAX_IN_FLIGHT } } },
)
