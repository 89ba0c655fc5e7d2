import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds that keeps people out; on every screen it is nothing. */
export async function findBarriers(page: Page, options: RunOptions = {}): Promise<string[]> {
  // Evaluated by the debugger: the page's own policy forbids the same in an element.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const { violations } = await page.evaluate(
    (given) =>
      (globalThis as unknown as { axe: { run(given: RunOptions): Promise<AxeResults> } }).axe.run(given),
    // Axe then describes in full what it objects to, and not the many parts that it has no objection to.
    { resultTypes: ['violations'], ...options } satisfies RunOptions,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

export const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
] as const

/** Of what axe checks, only the colours depend on the colour scheme. */
export async function expectDarkToBeReadable(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findBarriers(page, { runOnly: ['color-contrast'] })).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/**
 * Nothing keeps people out, in light and dark, and nothing is wider than the screen. Colours do not depend on the width, and
 * checking them takes long: a screen that is tried in both sizes is tried in the dark at the larger one.
 */
export async function expectOpenToAll(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([])
  if (page.viewportSize()?.width !== sizes[0].width) await expectDarkToBeReadable(page)
  const surplus = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(surplus).toBeLessThanOrEqual(0)
}

/** The same in both sizes. Resizing a page costs far less than opening another one. */
export async function expectOpenToAllInBothSizes(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expectOpenToAll(page)
  }
}
