// @ts-check
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BROWSER_ARGUMENTS, BROWSERS, findBrowser } from './browser.js'
import { reducePng } from './png.js'
import { walkAuthenticator } from './screens/authenticator.js'
import { walkConsole } from './screens/console.js'
import { walkDocs } from './screens/docs.js'
import { walkRegister } from './screens/register.js'
import { ensureBuilt, ensureInstalled, root, runMain } from './setup.js'
import { startTemporaryServer } from './temporary-server.js'

/** @typedef {import('./screens/stage.js').Stage} Stage */

const SIZES = {
  phone: { width: 390, height: 780 },
  desktop: { width: 1200, height: 780 },
}
const SCHEMES = /** @type {const} */ (['light', 'dark'])
const WALKS = [walkConsole, walkRegister, walkAuthenticator, walkDocs]

/** Pictures of the main screens, of a server with the demo, into docs/pictures. */
await runMain(async () => {
  await ensureInstalled('all')
  await ensureBuilt()
  const program = findBrowser()
  if (program === undefined) throw new Error(`install one of ${BROWSERS.join(', ')}: it takes the pictures`)
  const { chromium } = await import('playwright-core')
  const target = join(root, 'docs', 'pictures')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  let bytes = 0
  const browser = await chromium.launch({ executablePath: program, args: BROWSER_ARGUMENTS })
  for (const [size, viewport] of Object.entries(SIZES))
    for (const scheme of SCHEMES) {
      // Each round begins with nothing but the demo, so that all show the same.
      const server = await startTemporaryServer([['demo', '--registrations', '200']])
      const open = async () => {
        const context = await browser.newContext({
          viewport,
          colorScheme: scheme,
          locale: 'en-GB',
          reducedMotion: 'reduce',
          isMobile: size === 'phone',
          hasTouch: size === 'phone',
        })
        context.setDefaultTimeout(20_000)
        return context.newPage()
      }
      const take = async (/** @type {import('playwright-core').Page} */ page, /** @type {string} */ name) => {
        const picture = reducePng(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
        bytes += picture.length
        writeFileSync(join(target, `${name}-${size}-${scheme}.png`), picture)
      }
      for (const walk of WALKS) await walk({ server, open, take })
      await server.close()
    }
  await browser.close()
  process.stderr.write(`lanyard: wrote docs/pictures, ${Math.round(bytes / 1000)} kB\n`)
})
