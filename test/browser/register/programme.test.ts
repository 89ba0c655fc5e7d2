import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectOpenToAll } from '../barriers.ts'
import { describeInBrowser } from '../chromium.ts'
import { lastMail } from '../mails.ts'
import { openEvent } from '../open-event.ts'

const EACH = 140

/** Where a day of the form is unfolded. */
const dayOf = (page: Page, day: string) =>
  page.locator('fieldset .day').filter({ hasText: day }).locator('summary')

/** Three days, too many sessions for one page; the first of each day has three places. */
const sessions = ['06', '07', '08'].flatMap((day) =>
  Array.from({ length: EACH }, (_, index) => ({
    code: `${day}-${index}`,
    title: `Talk ${day}-${index}`,
    start: `2031-05-${day}T${String(9 + (index % 8)).padStart(2, '0')}:00:00+02:00`,
    end: `2031-05-${day}T${String(9 + (index % 8)).padStart(2, '0')}:45:00+02:00`,
    ...(index === 0 ? { capacity: 3 } : {}),
  })),
)

describeInBrowser('the registration page of an event with very many sessions', (running) => {
  let code: string
  beforeAll(async () => {
    code = await openEvent(running(), { sessions })
  })

  it('loads a day when it is opened, with a script, and keeps what was typed and chosen', async () => {
    const suite = running()
    const { page, complaints, asked } = await suite.open(`/e/${code}`)
    await page.getByLabel('First name').fill('Ada')
    expect(await page.getByText('Talk 06-0').count()).toBe(0)
    await page.getByRole('heading', { name: /6 May 2031/ }).click()
    await page.locator('#day-2031-05-06 li').first().waitFor()
    expect(await page.locator('#day-2031-05-06 li').count()).toBe(EACH)
    await page.locator('#day-2031-05-06').getByText('3 left').waitFor()
    expect(await page.locator('fieldset .day[open]').count()).toBe(0)
    await dayOf(page, '6 May 2031').click()
    await page.getByRole('checkbox', { name: /Talk 06-0 / }).check()
    await dayOf(page, '7 May 2031').click()
    await page.getByRole('checkbox', { name: /Talk 07-1$|Talk 07-1 / }).check()
    expect(await page.getByRole('checkbox', { name: /Talk 06-0 / }).isChecked()).toBe(true)
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada')
    expect(await page.getByRole('checkbox', { name: /Talk 08/ }).count()).toBe(0)
    await expectOpenToAll(page)
    await page.getByLabel('Last name').fill('Example')
    await page.getByLabel('E-mail address').fill('ada.long@example.org')
    await page.locator('.actions button.primary').click()
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    const { link } = await lastMail(suite, 'ada.long@example.org', /You’re registered/)
    await page.goto(link)
    await page.getByText('Your place is confirmed').waitFor()
    expect(await page.locator('.session').count()).toBe(2)
    await page.getByRole('link', { name: 'Change registration' }).click()
    expect(await page.locator('fieldset .day[open]').count()).toBe(2)
    await dayOf(page, '8 May 2031').click()
    await page.getByRole('checkbox', { name: /Talk 08-2$|Talk 08-2 / }).check()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Your changes are saved.').waitFor()
    expect(await page.locator('.session').count()).toBe(3)
    expect(complaints).toEqual([])
    expect(asked.filter((address) => address.includes('/days/'))).toHaveLength(3)
  })

  it('shows a day by a link and by a button of the form, without a script', async () => {
    const suite = running()
    const { page } = await suite.open(`/e/${code}`, { javaScriptEnabled: false })
    await page.getByRole('heading', { name: /7 May 2031/ }).click()
    await page.getByRole('link', { name: /Show sessions on .*7 May 2031/ }).click()
    expect(new URL(page.url()).search).toContain('day=2031-05-07')
    expect(await page.locator('#day-2031-05-07 li').count()).toBe(EACH)
    await page.getByLabel('First name').fill('Grace')
    await page.getByLabel('Last name').fill('Example')
    await page.getByLabel('E-mail address').fill('grace.long@example.org')
    await page.locator('input[name="s"]').first().check()
    await dayOf(page, '8 May 2031').click()
    await page.getByRole('button', { name: /Show sessions on .*8 May 2031/ }).click()
    expect(await page.getByLabel('First name').inputValue()).toBe('Grace')
    expect(await page.locator('input[name="s"]').count()).toBe(EACH + 1)
    expect(await page.locator('input[name="s"]:checked').count()).toBe(1)
    await page.locator('input[name="s"]').nth(2).check()
    await page.locator('.actions button').click()
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    const { link } = await lastMail(suite, 'grace.long@example.org', /You’re registered/)
    await page.goto(link)
    await page.getByText('Your place is confirmed').waitFor()
    expect(await page.locator('.session').count()).toBe(2)
  })
})
