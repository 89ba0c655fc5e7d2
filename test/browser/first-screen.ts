import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** A common phone, without the bars of its browser. */
export const phone = { width: 390, height: 844 }

/** It is seen without scrolling, above the navigation that covers the lower edge of the screen. */
export async function expectOnFirstScreen(page: Page, element: Locator): Promise<void> {
  await element.waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  const [box, bar] = [await element.boundingBox(), await page.getByRole('navigation').boundingBox()]
  const bottom = (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)
  expect(bottom).toBeLessThanOrEqual(Math.min(phone.height, bar?.y ?? 0))
}
