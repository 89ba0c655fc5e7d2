import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../chromium.ts'
import { openConsole } from '../operator.ts'

const MOST_TABS = 80

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let pressed = 0; pressed < MOST_TABS; pressed++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${target}`)
}

async function press(page: Page, role: 'link' | 'button', name: string, within: Locator | Page = page) {
  await tabTo(page, within.getByRole(role, { name, exact: true }).first())
  await page.keyboard.press('Enter')
}

async function type(page: Page, label: string, words: string): Promise<void> {
  await tabTo(page, page.getByLabel(label).first())
  await page.keyboard.type(words)
}

describeInBrowser('the console by keyboard alone', (running) => {
  it('creates an event, opens registration, registers a person and checks them in', async () => {
    const { page, complaints } = await openConsole(running(), { path: '/' })
    await press(page, 'link', 'Events')
    await press(page, 'button', 'New event')
    await type(page, 'Title', 'Keys without a mouse')
    await tabTo(page, page.getByLabel('Starts'))
    // Day, month, year, hour and minute are parts of one field, in the order of the browser's language.
    await page.keyboard.type('060620311000')
    expect(await page.getByLabel('Starts').inputValue()).toBe('2031-06-06T10:00')
    expect(await page.getByLabel('Ends').inputValue()).toBe('2031-06-06T18:00')
    await page.keyboard.press('Enter')
    await page.getByText('The event is ready.').waitFor()

    await press(page, 'button', 'Publish event')
    const dialog = page.getByRole('dialog')
    await press(page, 'button', 'Publish event', dialog)
    await page.getByText('Registration is open').waitFor()

    await press(page, 'link', 'Registrations')
    await press(page, 'link', 'Add registration')
    await type(page, 'First name', 'Ada')
    await type(page, 'Last name', 'Lovelace')
    await type(page, 'E-mail', 'ada@example.org')
    await page.keyboard.press('Enter')
    await page.getByText('Registered: ', { exact: false }).waitFor()

    await press(page, 'link', 'Registrations')
    await tabTo(page, page.getByRole('grid'))
    await page.getByText('Ada Lovelace').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()

    await press(page, 'link', 'Check-in')
    await type(page, 'Name of this door', 'North')
    await press(page, 'button', 'Load list')
    await type(page, 'Name or confirmation number', 'ada lov')
    await page.getByRole('list', { name: 'People found' }).getByRole('button').waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.verdict').getByText('Welcome').waitFor()
    await page.keyboard.press('Shift+Tab')
    await tabTo(page, page.getByRole('radio', { name: 'Check in' }))
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('radio', { name: 'Check out' }).isChecked()).toBe(true)
    expect(complaints).toEqual([])
  })
})
