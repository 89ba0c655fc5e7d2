// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {import('playwright-core').Page} Page */

const WIDTHS = [360, 768, 1280, 1920]
const SCHEMES = /** @type {const} */ (['light', 'dark'])
/** Where longer words may not fit: a phone, and a window as most people have it. */
const [LANGUAGES, NARROW_AND_WIDE] = [
  ['de', 'fr', 'es'],
  [360, 1280],
]
const HEIGHT = 900

/**
 * Takes every screen in each width, light and dark, and in the other languages, and shows all on one page.
 * @param {string} folder
 */
export function createContactSheet(folder) {
  mkdirSync(folder, { recursive: true })
  /** @type {Map<string, string[]>} */
  const taken = new Map()

  /**
   * @param {Page} page
   * @param {string} name
   * @param {number} width
   * @param {string} variant
   */
  async function takeAt(page, name, width, variant) {
    const file = `${name}-${width}-${variant}.png`
    await page.setViewportSize({ width, height: HEIGHT })
    await page.screenshot({ path: join(folder, file), animations: 'disabled', caret: 'hide' })
    taken.set(name, [...(taken.get(name) ?? []), file])
  }

  /**
   * Loads the page again for readers of the other languages; what was typed is gone afterwards.
   * @param {Page} page
   * @param {string} name
   */
  async function takeInLanguages(page, name) {
    const session = await page.context().newCDPSession(page)
    const userAgent = await page.evaluate(() => navigator.userAgent)
    const loadIn = async (/** @type {string} */ acceptLanguage) => {
      await session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage })
      await page.reload()
      await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => undefined)
    }
    for (const language of LANGUAGES) {
      await loadIn(language)
      for (const width of NARROW_AND_WIDE) await takeAt(page, name, width, language)
    }
    await loadIn('en-GB')
    await session.detach()
  }

  return {
    /** @type {import('./stage.js').Stage['take']} */
    async take(page, name) {
      const before = page.viewportSize()
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme })
        for (const width of WIDTHS) await takeAt(page, name, width, colorScheme)
      }
      await page.emulateMedia({ colorScheme: 'light' })
      // The example speaks English only, and forgets a sign-in that it has begun.
      if (!name.startsWith('example')) await takeInLanguages(page, name)
      if (before !== null) await page.setViewportSize(before)
    },
    /** Writes the page that shows all, and says where it is. */
    finish() {
      const sections = [...taken].map(([name, files]) => {
        const pictures = files.map(
          (file) =>
            `<figure><img src="${file}" alt="" height="300"><figcaption>${file}</figcaption></figure>`,
        )
        return `<h2>${name}</h2><div>${pictures.join('')}</div>`
      })
      const style =
        'body{font:14px system-ui}div{display:flex;flex-wrap:wrap;gap:8px}figure{margin:0}img{border:1px solid #ccc}figcaption{font-size:10px}'
      const path = join(folder, 'index.html')
      writeFileSync(
        path,
        `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${sections.join('\n')}\n`,
      )
      return path
    },
  }
}
