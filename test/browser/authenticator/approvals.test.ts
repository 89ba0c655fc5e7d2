import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { type Bank, enrolByLink, openBank } from '../bank.ts'
import { expectOpenToAllInBothSizes } from '../barriers.ts'
import { describeInBrowser } from '../chromium.ts'
import { expectOnFirstScreen, phone } from '../first-screen.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const openApproval = (page: Page, name: RegExp = /Approval/) =>
  page.locator('.waiting-list').getByRole('link', { name }).click()
const number = (page: Page) => page.getByLabel('Number on the other screen')
const approve = (page: Page) => page.getByRole('button', { name: 'Approve', exact: true }).click()

describeInBrowser(
  'approvals in the authenticator',
  (running) => {
    let bank: Bank
    beforeAll(async () => {
      bank = await openBank(running())
    })

    /** Somebody whose device is enrolled, and whose first page waits for what comes. */
    async function newUser(options = {}) {
      const { id, code } = await bank.newUser()
      const visit = await running().open(`/authenticator#/enrol/${code}`, options)
      await enrolByLink(visit.page)
      return { ...visit, id }
    }

    it('appear by themselves with all their details, and are approved', async () => {
      const { page, id, complaints, asked: addresses } = await newUser()
      const details = { Payee: 'Grace Hopper', Amount: '250 €' }
      const asked = await bank.ask(id, {
        message: 'Send money?',
        details,
        hidden_details: { ip: '10.1.2.3' },
      })
      await openApproval(page, /Send money/)
      await heading(page, 'Approval request').waitFor()
      await page.getByText('Little Bank').waitFor()
      expect(await page.locator('.details').innerText()).toMatch(/Payee\s+Grace Hopper\s+Amount\s+250 €/)
      await page.getByText(/^2[34]:\d\d:\d\d left$/).waitFor()
      expect(await page.content()).not.toContain('10.1.2.3')
      await approve(page)
      await heading(page, 'Approved').waitFor()
      expect(await bank.result(asked)).toBe('approved')
      await page.getByRole('link', { name: 'History' }).first().click()
      await page.getByText('approved', { exact: true }).waitFor()
      await page.getByText('Send money?').waitFor()
      expect(complaints).toEqual([])
      expect([...new Set(addresses.map((address) => new URL(address).origin))]).toEqual([running().url])
    })

    it('are denied', async () => {
      const { page, id } = await newUser()
      const asked = await bank.ask(id, { message: 'Send money?' })
      await openApproval(page)
      await page.getByRole('button', { name: 'Deny', exact: true }).click()
      await heading(page, 'Denied').waitFor()
      expect(await bank.result(asked)).toBe('denied')
    })

    it('are approved by the number that the other screen shows', async () => {
      const { page, id } = await newUser()
      const asked = await bank.ask(id, { message: 'Send money?', number_match: true })
      await openApproval(page)
      await approve(page)
      await page.getByText('Enter two digits.').waitFor()
      await number(page).fill(asked.number ?? '')
      await approve(page)
      await heading(page, 'Approved').waitFor()
      expect(await bank.result(asked)).toBe('approved')
    })

    it('are not answered by a number that is not offered: it can be corrected', async () => {
      const { page, id, asked: addresses } = await newUser()
      const asked = await bank.ask(id, { message: 'Send money?', number_match: true })
      const offered = await openWithNumbers(page)
      await number(page).fill(among(['10', '11', '12', '13'], (one) => !offered.includes(one)))
      await approve(page)
      await page.getByText('This isn’t the number on the other screen.').waitFor()
      await expect.poll(() => number(page).evaluate((box) => box === document.activeElement)).toBe(true)
      expect(addresses.filter((address) => address.endsWith(`/approvals/${asked.uuid}`))).toEqual([])
      await number(page).fill(asked.number ?? '')
      await approve(page)
      await heading(page, 'Approved').waitFor()
      expect(await bank.result(asked)).toBe('approved')
    })

    it('are denied by a wrong number', async () => {
      const { page, id } = await newUser()
      const asked = await bank.ask(id, { message: 'Send money?', number_match: true })
      const offered = await openWithNumbers(page)
      await number(page).fill(among(offered, (one) => one !== asked.number))
      await approve(page)
      await heading(page, 'Denied: wrong number').waitFor()
      expect(await bank.result(asked)).toBe('denied')
      await page.getByRole('link', { name: 'History' }).first().click()
      await page.getByText('denied', { exact: true }).waitFor()
    })

    it('are refused with “this was not me”, and the user is told what to do', async () => {
      const { page, id } = await newUser()
      const asked = await bank.ask(id, { message: 'Send money?' })
      await openApproval(page)
      await page.getByRole('button', { name: 'This wasn’t me' }).click()
      await page.getByText('Change your password for this service now').waitFor()
      expect(await bank.result(asked)).toBe('denied')
      await page.getByRole('link', { name: 'History' }).first().click()
      await page.getByText('not me', { exact: true }).waitFor()
    })

    it('go away when their time is up', async () => {
      const { page, id } = await newUser()
      await bank.ask(id, { message: 'Send money?', seconds_to_expire: 4 })
      await openApproval(page)
      await heading(page, 'Request expired').waitFor()
      await page.getByRole('link', { name: 'Back to Home' }).click()
      await page.getByText('No requests').waitFor()
      await page.getByRole('link', { name: 'History' }).first().click()
      await page.getByText('not answered', { exact: true }).waitFor()
    })

    it('that were answered on another device end here too', async () => {
      const { page, context, id } = await newUser()
      const asked = await bank.ask(id, { message: 'Send money?' })
      await openApproval(page)
      const other = await context.newPage()
      await other.goto(`${running().url}/authenticator#/approval/${asked.uuid}`)
      await approve(other)
      await heading(other, 'Approved').waitFor()
      await heading(page, 'Already answered').waitFor()
    })

    it('wait for a page that comes later, and one that nobody knows is told kindly', async () => {
      const { page, id } = await newUser()
      const asked = await bank.ask(id, { message: 'Send money?' })
      await page.goto(`${running().url}/authenticator/approval/${asked.uuid}`)
      await page.getByText('Send money?').waitFor()
      await page.goto(`${running().url}/authenticator/approval/0197c0de-0000-7000-8000-00000000abcd`)
      await heading(page, 'Request not found').waitFor()
    })

    it('come no more to a device that was taken off, which is told', async () => {
      const { page, id } = await newUser()
      await bank.remove(id)
      await page.getByText('A service doesn’t accept this device').waitFor()
    })

    it('show the logo of the application, which the server fetches', async () => {
      const { page, id, asked } = await newUser()
      const picture = await servePicture()
      await bank.ask(id, {
        message: 'Send money?',
        logos: [
          { res: 'low', url: `${picture}/low.png` },
          { res: 'default', url: `${picture}/default.png` },
        ],
      })
      await openApproval(page)
      const logo = page.locator('main img')
      await logo.waitFor()
      await expect.poll(() => logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1)
      expect(await logo.getAttribute('src')).toMatch(/\/logos\/1$/)
      expect([...new Set(asked.map((address) => new URL(address).origin))]).toEqual([running().url])
    })

    it('show hostile words as they are, and no picture from elsewhere', async () => {
      const { page, id, complaints, asked } = await newUser({ viewport: { width: 360, height: 740 } })
      await bank.ask(id, {
        message: `<img src=x onerror="document.title=1">\u202E ${'W'.repeat(120)}`,
        details: { '<b>Payee</b>': '<script>document.title=2</script>', ['K'.repeat(90)]: 'V'.repeat(900) },
        logos: [{ res: 'default', url: 'http://127.0.0.1:9/logo.png' }],
      })
      await openApproval(page)
      await page.getByText('<b>Payee</b>').waitFor()
      expect(await page.locator('main script, main b').count()).toBe(0)
      const surplus = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(surplus).toBeLessThanOrEqual(0)
      expect(await page.title()).toBe('Approval request · Lanyard Authenticator')
      expect([...new Set(asked.map((address) => new URL(address).origin))]).toEqual([running().url])
      expect(complaints.filter((words) => !/logos\/|status of 4/.test(words))).toEqual([])
    })

    it('fit on the screen of a phone, with the number and the buttons', async () => {
      const { page, id } = await newUser({ viewport: phone })
      await bank.ask(id, {
        message:
          'Transfer 250.00 EUR from your current account to Grace Hopper, reference “Invoice 2031-0417”?',
        details: {
          Payee: 'Grace Hopper',
          Amount: '250.00 EUR',
          Account: 'DE02 1203 0000 0000 2020 51',
          Fee: '0',
        },
        number_match: true,
      })
      await openApproval(page)
      await expectOnFirstScreen(page, page.getByRole('button', { name: 'Deny', exact: true }))
      await expectOnFirstScreen(page, page.getByRole('button', { name: 'Approve', exact: true }))
      await page.getByText('1 more detail').click()
      await page.getByText('Fee').waitFor()
    })

    it('keep nobody out', async () => {
      const { page, id } = await newUser({ colorScheme: 'light' })
      await bank.ask(id, { message: 'Send money?', details: { Payee: 'Grace' }, number_match: true })
      await page.getByText('Send money?').waitFor()
      await expectOpenToAllInBothSizes(page)
      await openApproval(page)
      await number(page).waitFor()
      await expectOpenToAllInBothSizes(page)
      await approve(page)
      await page.getByText('Enter two digits.').waitFor()
      await expectOpenToAllInBothSizes(page)
      await page.getByRole('button', { name: 'Deny', exact: true }).click()
      await heading(page, 'Denied').waitFor()
      await expectOpenToAllInBothSizes(page)
    })
  },
  { LANYARD_OUTBOUND_ALLOW: '127.0.0.1' },
)

/** Opens the page anew, and gives the numbers that the service offers this device. */
async function openWithNumbers(page: Page): Promise<readonly string[]> {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/twofactor/device/approvals')),
    page.reload(),
  ])
  const { approval_requests: waiting } = (await answer.json()) as {
    approval_requests: { numbers: string[] }[]
  }
  await openApproval(page)
  return waiting[0]?.numbers ?? []
}

function among(numbers: readonly string[], isMeant: (number: string) => boolean): string {
  return numbers.find(isMeant) ?? ''
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A host of pictures that no page of ours may ask. */
async function servePicture(): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(PNG, 'base64'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
