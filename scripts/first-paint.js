// @ts-check
import { BROWSER_ARGUMENTS, findBrowser } from './browser.js'
import { startTemporaryServer } from './temporary-server.js'

const ROUNDS = 5

/**
 * Milliseconds from the start of each page until something stands on it, the median of five browsers that know nothing yet;
 * undefined where there is no browser, or nothing to drive it with.
 * @param {readonly string[]} paths
 * @returns {Promise<Map<string, number> | undefined>}
 */
export async function measureFirstPaint(paths) {
  const program = findBrowser()
  const driver = await import('playwright-core').catch(() => undefined)
  if (program === undefined || driver === undefined) return undefined
  const server = await startTemporaryServer()
  const browser = await driver.chromium.launch({ executablePath: program, args: BROWSER_ARGUMENTS })
  /** @type {Map<string, number>} */
  const found = new Map()
  for (const path of paths) {
    // The first is not counted: it warms what all others share.
    await paintOnce(browser, server.url + path)
    const times = []
    for (let round = 0; round < ROUNDS; round++) times.push(await paintOnce(browser, server.url + path))
    found.set(path, times.sort((one, other) => one - other)[ROUNDS >> 1] ?? 0)
  }
  await browser.close()
  await server.close()
  return found
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} address
 */
async function paintOnce(browser, address) {
  const context = await browser.newContext({ viewport: { width: 390, height: 780 } })
  const page = await context.newPage()
  await page.goto(address)
  const ms = await page.evaluate(
    () =>
      new Promise((/** @type {(ms: number) => void} */ resolve) => {
        new PerformanceObserver((list) => {
          const paint = list.getEntries().find(({ name }) => name === 'first-contentful-paint')
          if (paint !== undefined) resolve(paint.startTime)
        }).observe({ type: 'paint', buffered: true })
      }),
  )
  await context.close()
  return ms
}
