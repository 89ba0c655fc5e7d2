// @ts-check
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BROWSER_ARGUMENTS, BROWSERS, findBrowser } from './browser.js'
import { reducePng } from './png.js'
import { walkAuthenticator } from './screens/authenticator.js'
import { walkConsole } from './screens/console.js'
import { createContactSheet } from './screens/contact-sheet.js'
import { walkDocs } from './screens/docs.js'
import { walkRegister } from './screens/register.js'
import { ensureBuilt, ensureInstalled, root, runMain } from './setup.js'
import { startTemporaryServer } from './temporary-server.js'

/** @typedef {import('./screens/stage.js').Stage} Stage */
/** @typedef {import('playwright-core').BrowserContextOptions} Look */

const SIZES = {
  phone: { width: 390, height: 780 },
  desktop: { width: 1200, height: 780 },
}
const SCHEMES = /** @type {const} */ (['light', 'dark'])
const WALKS = [walkConsole, walkRegister, walkAuthenticator, walkDocs]

/** Pictures of the main screens, of a server with the demo: into docs/pictures, or all variants into a folder (--all). */
await runMain(async () => {
  const [option, folder, ...more] = process.argv.slice(2)
  if (
    (option !== undefined && option !== '--all') ||
    (option === '--all') !== (folder !== undefined) ||
    more.length > 0
  )
    throw new Error('usage: npm run screenshots [-- --all <folder>]')
  await ensureInstalled('all')
  await ensureBuilt()
  const program = findBrowser()
  if (program === undefined) throw new Error(`install one of ${BROWSERS.join(', ')}: it takes the pictures`)
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({ executablePath: program, args: BROWSER_ARGUMENTS })
  /**
   * Each walk begins with nothing but the demo, so that all show the same.
   * @param {Look} look
   * @param {Stage['take']} take
   */
  const walkAll = async (look, take) => {
    const server = await startTemporaryServer([['demo', '--registrations', '200']])
    const open = async () => {
      const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...look })
      context.setDefaultTimeout(20_000)
      return context.newPage()
    }
    for (const walk of WALKS) await walk({ server, open, take })
    await server.close()
  }
  const report = folder === undefined ? await takeForDocs(walkAll) : await takeAll(walkAll, resolve(folder))
  await browser.close()
  process.stderr.write(`lanyard: wrote ${report}\n`)
})

/** @param {(look: Look, take: Stage['take']) => Promise<void>} walkAll */
async function takeForDocs(walkAll) {
  const target = join(root, 'docs', 'pictures')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  let bytes = 0
  for (const [size, viewport] of Object.entries(SIZES))
    for (const colorScheme of SCHEMES) {
      const isPhone = size === 'phone'
      await walkAll({ viewport, colorScheme, isMobile: isPhone, hasTouch: isPhone }, async (page, name) => {
        const picture = reducePng(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
        bytes += picture.length
        writeFileSync(join(target, `${name}-${size}-${colorScheme}.png`), picture)
      })
    }
  return `docs/pictures, ${Math.round(bytes / 1000)} kB`
}

/**
 * @param {(look: Look, take: Stage['take']) => Promise<void>} walkAll
 * @param {string} folder
 */
async function takeAll(walkAll, folder) {
  const sheet = createContactSheet(folder)
  await walkAll({ viewport: SIZES.desktop }, sheet.take)
  return sheet.finish()
}
