import type { BrowserContextOptions } from 'playwright-core'
import { loadConfig } from '../../src/app/config/config.ts'
import { openContext } from '../../src/app/context/context.ts'
import { systemClock } from '../../src/kernel/base/clock.ts'
import { createLogger } from '../../src/kernel/base/log.ts'
import type { Role } from '../../src/platform/operators/tables.ts'
import { signIn } from '../console.ts'
import type { BrowserSuite, Visit } from './chromium.ts'

type ConsoleVisit = {
  role?: Role
  organisation?: string
  /** `/events`: below the console's address. */
  path: string
  options?: BrowserContextOptions
}

/** A page of the console, opened by an operator who has signed in: the session is made in storage. */
export async function openConsole(
  running: BrowserSuite,
  { path, options = {}, ...operator }: ConsoleVisit,
): Promise<Visit> {
  const token = await makeSession(running, operator)
  const state = options.storageState
  const known = typeof state === 'object' ? state : { cookies: [], origins: [] }
  const cookie = {
    name: 'lanyard_console',
    value: token,
    domain: new URL(running.url).hostname,
    path: '/console',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Strict' as const,
  }
  const storageState = { cookies: [...(known.cookies ?? []), cookie], origins: known.origins ?? [] }
  return running.open(`/console${path === '/' ? '' : path}`, { ...options, storageState })
}

/** The one-time link that the first start prints. */
export function printedLink({ output }: BrowserSuite): string {
  return /http:\S+\/console\/invitation#\w+/.exec(output())?.[0] ?? ''
}

/** Beside the server, which has the same database open. */
async function makeSession({ place }: BrowserSuite, operator: { role?: Role; organisation?: string }) {
  const config = loadConfig({
    cwd: place.dataFolder,
    readFile: () => undefined,
    env: { LANYARD_DATA: place.dataFolder },
  })
  const log = createLogger({ level: 'error', write: () => {}, clock: systemClock })
  const context = await openContext(config, { log })
  try {
    return (await signIn(context, operator)).token
  } finally {
    await context.database.close()
  }
}
