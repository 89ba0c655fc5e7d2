import { afterAll, beforeAll } from 'vitest'
import { type App, type AppParts, createApp } from '../src/app/app.ts'
import { loadConfig } from '../src/app/config/config.ts'
import { createLogger } from '../src/kernel/base/log.ts'
import { type Engine, onEachEngine, type Place } from './engines.ts'
import { createManualClock, createSeededRandom, type ManualClock } from './fakes.ts'

export type RunningApp = {
  readonly app: App
  /** Where it really listens: `http://127.0.0.1:41234`. */
  readonly url: string
  /** What it believes its issuer's address is: the audience of tokens. */
  readonly issuerUrl: string
  readonly clock: ManualClock
  readonly dataFolder: string
  readonly logLines: string[]
}

export type AppSettings = {
  settings?: Readonly<Record<string, string>>
  parts?: Partial<AppParts>
  clock?: ManualClock
  engines?: readonly Engine[]
}

/** Long races write lines by the million. */
const MOST_LINES = 100_000

let seeds = 0

/** The whole product in this process, on a free port; time and chance are the test's. */
export async function startApp(place: Place, options: AppSettings = {}): Promise<RunningApp> {
  const clock = options.clock ?? createManualClock()
  const logLines: string[] = []
  const config = loadConfig({
    cwd: place.dataFolder,
    readFile: () => undefined,
    env: {
      PORT: '0',
      LANYARD_URL: 'http://lanyard.test',
      LANYARD_DATA: place.dataFolder,
      ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
      ...options.settings,
    },
  })
  const app = await createApp(config, {
    log: createLogger({ level: 'debug', write: (line) => keep(logLines, line), clock }),
    clock,
    random: createSeededRandom(`${place.dataFolder} ${++seeds}`),
    strict: true,
    // A test that keeps the process busy is no overload.
    gate: { maxLagMs: 60_000 },
    ...options.parts,
  })
  return {
    app,
    url: await app.start(),
    issuerUrl: config.urls.issuer,
    clock,
    dataFolder: place.dataFolder,
    logLines,
  }
}

/** So many processes of one server, here in one process. */
export async function startApps(
  place: Place,
  count: number,
  { settings, ...options }: AppSettings = {},
): Promise<RunningApp[]> {
  const clock = options.clock ?? createManualClock()
  const several = { ...settings, LANYARD_PROCESSES: String(count) }
  const apps: RunningApp[] = []
  for (let n = 0; n < count; n++) apps.push(await startApp(place, { ...options, clock, settings: several }))
  return apps
}

function keep(lines: string[], line: string): void {
  if (lines.push(line) > MOST_LINES) lines.splice(0, MOST_LINES / 2)
}

/** Runs the suite against a running product on each engine. */
export function onEachApp(
  name: string,
  suite: (running: () => RunningApp) => void,
  options: AppSettings = {},
): void {
  onEachEngine(
    name,
    (place) => {
      let running: RunningApp | undefined
      beforeAll(async () => {
        running = await startApp(place(), options)
      })
      afterAll(async () => {
        await running?.app.stop()
      })
      suite(() => {
        if (running === undefined)
          throw new Error('the product starts before the tests, not before the suite')
        return running
      })
    },
    options.engines,
  )
}
