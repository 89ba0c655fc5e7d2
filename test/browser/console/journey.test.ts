import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { oneOrAllEngines } from '../../engines.ts'
import { type BrowserSuite, describeInBrowser } from '../chromium.ts'
import { lastMail } from '../mails.ts'
import { printedLink } from '../operator.ts'
import { plugInKey } from '../virtual-key.ts'

const PLACES = 30

/** Makes an event by the console's own form, opens it, and gives the address of its page. */
async function openEvent(page: Page, title: string, rules: readonly string[]): Promise<string> {
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  await page.getByRole('button', { name: 'New event' }).first().click()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Starts').fill('2031-05-06T09:00')
  await page.locator('main').getByLabel('Places').fill(String(PLACES))
  await page.getByRole('button', { name: 'Create event' }).click()
  await page.getByText('The event is ready.').waitFor()
  await page.getByRole('link', { name: 'Details', exact: true }).click()
  for (const rule of rules) await page.getByRole('checkbox', { name: rule }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Registration is open').waitFor()
  return (await page.getByRole('link', { name: /\/e\// }).getAttribute('href')) ?? ''
}

/** As a browser without a script does. */
async function post(address: string, name: string): Promise<void> {
  const body = new URLSearchParams({
    firstName: name,
    lastName: 'Example',
    email: `${name}@example.net`,
  })
  const answer = await fetch(address, { method: 'POST', body, redirect: 'manual' })
  expect(answer.status).toBe(200)
}

/** In a browser; gives what the button said. */
async function register(running: BrowserSuite, address: string, name: string): Promise<string> {
  const { page } = await running.open(address)
  const button = page.locator('.actions button.primary')
  const words = await button.innerText()
  await page.getByLabel('First name').fill(name)
  await page.getByLabel('Last name').fill('Example')
  await page.getByLabel('E-mail address').fill(`${name}@example.net`)
  await button.click()
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
  await page.context().close()
  return words
}

for (const engine of oneOrAllEngines)
  describeInBrowser(
    `an organiser’s first day on ${engine}`,
    (running) => {
      it('leads from the first start to an event that is full, and to who moves up', async () => {
        const suite = running()
        const visit = await suite.open('/console')
        const { page } = visit
        await plugInKey(visit)
        await page.goto(printedLink(suite))
        await page.reload()
        await page.getByRole('button', { name: 'Create a passkey' }).click()
        await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()

        const full = await openEvent(page, 'Full house', ['Waiting list'])
        expect(await register(suite, full, 'first')).toBe('Register')
        for (let at = 2; at <= PLACES; at++) await post(full, `guest${at}`)
        expect(await register(suite, full, 'late')).toBe('Join the waiting list')
        const { link: waiting } = await lastMail(suite, 'late@example.net', /waiting list/)
        const { link } = await lastMail(suite, 'first@example.net', /You’re registered/)
        const attendee = (await suite.open(link)).page
        await attendee.getByRole('link', { name: 'Cancel registration' }).click()
        await attendee.getByRole('button', { name: 'Cancel registration' }).click()
        await attendee.getByText('Your registration is cancelled.').waitFor()
        await lastMail(suite, 'late@example.net', /You have a place/)
        await attendee.goto(waiting)
        await attendee.getByAltText('Ticket for late Example').waitFor()

        const asked = await openEvent(page, 'By approval', ['Require approval'])
        await register(suite, asked, 'hopeful')
        await page.getByRole('link', { name: 'Registrations', exact: true }).click()
        await page.getByText('hopeful Example').waitFor()
        await page
          .locator('a[href*="/registrations/"]')
          .filter({ hasText: /^\w{8,}$/ })
          .click()
        await page.getByRole('button', { name: 'Approve', exact: true }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
        const approved = await lastMail(suite, 'hopeful@example.net', /You’re registered/)
        await attendee.goto(approved.link)
        await attendee.getByAltText('Ticket for hopeful Example').waitFor()
        expect(visit.complaints).toEqual([])
      })
    },
    {},
    engine,
  )
