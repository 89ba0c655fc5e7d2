import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest'
import { BROWSER_ARGUMENTS, BROWSERS, findBrowser, findQuickBrowser } from '../../scripts/browser.js'
import { root } from '../../scripts/setup.js'
import { type ServerProcess, startServer } from '../child.ts'
import { createPlace, type Engine, type Place } from '../engines.ts'
import { within } from '../speed.ts'

const LIMIT_MS = within(30_000)

export type Visit = {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors and warnings of the console, and exceptions: a page that works says nothing. */
  readonly complaints: readonly string[]
  /** Every address that the page asked for. */
  readonly asked: readonly string[]
}

export type BrowserSuite = {
  /** As a person would type it: `http://localhost:41234`. */
  readonly url: string
  readonly place: Place
  /** What the server has written so far. */
  output(): string
  /** A path of the server, or an address of any. */
  open(path: string, options?: BrowserContextOptions): Promise<Visit>
}

type Suite = (running: () => BrowserSuite) => void
type Settings = Readonly<Record<string, string>>

/** A suite with a real server and a real browser, both started once; a failed test leaves a picture of its page. */
export function describeInBrowser(
  name: string,
  suite: Suite,
  settings: Settings = {},
  engine: Engine = 'sqlite',
): void {
  describeWith(findQuickBrowser(), name, suite, { settings, engine })
}

/** For notifications, which only a browser with windows shows. */
export function describeInWholeBrowser(name: string, suite: Suite, settings: Settings = {}): void {
  describeWith(findBrowser(), name, suite, { settings, engine: 'sqlite' })
}

/** As a suite in a browser, where `script` runs first in the server and in every page. */
export function describeWithScript(name: string, script: string, suite: Suite): void {
  describeWith(findQuickBrowser(), name, suite, { settings: {}, engine: 'sqlite', script })
}

type Server = { settings: Settings; engine: Engine; script?: string }

function describeWith(program: string | undefined, name: string, suite: Suite, server: Server): void {
  if (program === undefined && process.env.CI === undefined) {
    process.stderr.write(`skipped, for want of a browser (${BROWSERS.join(', ')}): ${name}\n`)
    // Without a browser there is nothing to drive; on CI the suite fails instead.
    describe.skip(name, () =>
      suite(() => {
        throw new Error('no browser')
      }),
    )
    return
  }
  describe(name, () => {
    let running: (BrowserSuite & { close(): Promise<void> }) | undefined
    beforeAll(async () => {
      if (program === undefined)
        throw new Error(`install one of ${BROWSERS.join(', ')}: browser suites need it`)
      running = await startSuite(program, server)
    })
    afterAll(() => running?.close())
    suite(() => {
      if (running === undefined) throw new Error('the browser starts before the tests, not before the suite')
      return running
    })
  })
}

async function startSuite(
  program: string,
  { settings, engine, script }: Server,
): Promise<BrowserSuite & { close(): Promise<void> }> {
  const place = await createPlace(engine, 'migrated')
  const nodeArguments =
    script === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(script)}`]
  const server: ServerProcess = await startServer(place, { settings, nodeArguments })
  const browser: Browser = await chromium.launch({ executablePath: program, args: BROWSER_ARGUMENTS })
  const url = server.url.replace('127.0.0.1', 'localhost')
  return {
    url,
    place,
    output: server.output,
    open: (path, options = {}) => visit(browser, new URL(path, url).href, options, script),
    async close() {
      await browser.close()
      await server.end('SIGTERM')
      await place.remove()
    },
  }
}

async function visit(
  browser: Browser,
  address: string,
  options: BrowserContextOptions,
  script: string | undefined,
): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(LIMIT_MS)
  if (script !== undefined) await context.addInitScript(script)
  const page = await context.newPage()
  const [complaints, asked]: [string[], string[]] = [[], []]
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => asked.push(request.url()))
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail' && !page.isClosed()) await takePicture(page, task.name)
    await context.close()
  })
  await page.goto(address)
  return { page, context, complaints, asked }
}

async function takePicture(page: Page, name: string): Promise<void> {
  const folder = join(root, 'node_modules', '.cache', 'lanyard-screenshots')
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name.replace(/\W+/g, '-')}.png`), fullPage: true })
}
