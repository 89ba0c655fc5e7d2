import type { Locator } from 'playwright-core'

/** Whether all elements begin at the same height. */
export async function isOneLine(elements: Locator): Promise<boolean> {
  const tops = await elements.evaluateAll((all) => all.map((element) => element.getBoundingClientRect().top))
  return tops.length > 1 && tops.every((top) => Math.abs(top - (tops[0] ?? 0)) < 1)
}
