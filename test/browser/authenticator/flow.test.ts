import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { startBank } from '../../../examples/sign-in/server.js'
import { createApiKey, lanyardHere } from '../../app/commands/program.ts'
import { isLong } from '../../seed.ts'
import { findBarriers } from '../barriers.ts'
import { describeInBrowser, type Visit } from '../chromium.ts'

const phoneSize = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true }

/** The whole of it, with the sample application on one screen and the authenticator on another. */
describeInBrowser('the authenticator and the sample application', (running) => {
  let banks = 0

  async function openBank(seconds = 180): Promise<Page> {
    return (await visitBank(seconds)).page
  }

  async function visitBank(seconds = 180): Promise<Visit> {
    const { url, place, open } = running()
    const twofactorKey = await createApiKey(place, 'twofactor', { name: 'Little Bank' })
    const dataFolder = join(place.dataFolder, `bank-${++banks}`)
    const bank = await startBank({ lanyard: url, twofactorKey, dataFolder, port: 0, seconds })
    onTestFinished(() => bank.close())
    return open(bank.url)
  }

  async function openAuthenticator(): Promise<Page> {
    const { page } = await running().open('/authenticator', phoneSize)
    await page.getByLabel('Name').fill('Ada')
    await page.getByRole('button', { name: 'Create identity' }).click()
    await page.getByRole('heading', { level: 1, name: /^You’re ready/ }).waitFor()
    return page
  }

  const goHome = (phone: Page) => phone.goto(`${running().url}/authenticator`)
  const note = (bank: Page, words: RegExp) => bank.getByRole('status').getByText(words).waitFor()

  async function startSignIn(bank: Page, name = 'Sign in with your phone'): Promise<string> {
    await bank.getByRole('button', { name }).click()
    const number = bank.locator('#signing-in output')
    await number.getByText(/^\d\d$/).waitFor()
    return (await number.textContent()) ?? ''
  }

  /** What the page shows as a link for whoever reads it on the phone itself. */
  async function followLink(bank: Page, phone: Page, section: string): Promise<void> {
    const link = await bank.locator(`${section} a:visible`).first().getAttribute('href')
    await phone.goto(link ?? '')
  }

  async function approve(phone: Page, number: string): Promise<void> {
    await phone.getByText('Little Bank').first().waitFor()
    await phone.getByLabel('Number on the other screen').fill(number)
    await phone.getByRole('button', { name: 'Approve' }).click()
  }

  async function signInByLink(bank: Page, phone: Page): Promise<void> {
    const number = await startSignIn(bank)
    await followLink(bank, phone, '#signing-in')
    await approve(phone, number)
    await bank.getByRole('heading', { name: 'Hello, Ada' }).waitFor()
  }

  it('signs in by a link, and then by a request that appears by itself', async () => {
    const [bank, phone] = [await openBank(), await openAuthenticator()]
    await signInByLink(bank, phone)
    await phone.getByRole('heading', { name: 'Approved' }).waitFor()
    await bank.getByRole('button', { name: 'Sign out' }).click()
    await goHome(phone)
    await phone.getByText('No requests').waitFor()

    const number = await startSignIn(bank, 'Sign in as Ada')
    await phone.getByRole('link', { name: /Sign in to Little Bank/ }).click()
    await approve(phone, number)
    await bank.getByRole('heading', { name: 'Hello, Ada' }).waitFor()
    await phone.getByRole('navigation').getByRole('link', { name: 'History' }).click()
    await phone.getByText('Little Bank').nth(1).waitFor()
    expect(await phone.getByText('approved', { exact: true }).count()).toBe(2)
  })

  it('says on both screens why the next sign-in has to wait', async () => {
    const [bank, phone] = [await openBank(), await openAuthenticator()]
    await signInByLink(bank, phone)
    await bank.getByRole('button', { name: 'Sign out' }).click()
    await startSignIn(bank, 'Sign in as Ada')
    await followLink(bank, phone, '#signing-in')
    await phone.getByText('Shares your name, as last time').waitFor()
    await phone.getByRole('button', { name: 'Deny', exact: true }).click()
    await phone.getByText(/Little Bank.* can ask you again in \d+ seconds/).waitFor()
    await note(bank, /You denied the request/)
    await bank.getByRole('button', { name: 'Sign in as Ada' }).click()
    await note(bank, /You denied the last request. Little Bank can ask again in \d+ seconds/)
  })

  it('signs in by the picture of a QR code', async () => {
    const [bank, phone] = [await openBank(), await openAuthenticator()]
    const number = await startSignIn(bank)
    const picture = bank.getByRole('img', { name: 'QR code for this sign-in' })
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    const buffer = await picture.screenshot()
    await phone.goto(`${running().url}/authenticator/add`)
    await phone.getByLabel('Choose image').setInputFiles({ name: 'qr.png', mimeType: 'image/png', buffer })
    await approve(phone, number)
    await bank.getByRole('heading', { name: 'Hello, Ada' }).waitFor()
  })

  it('signs nobody in who says no, or types three wrong numbers', async () => {
    const [bank, phone] = [await openBank(), await openAuthenticator()]
    const number = await startSignIn(bank)
    await followLink(bank, phone, '#signing-in')
    for (const left of [/2 tries/, /1 try/, /wrong number/]) {
      await approve(phone, number === '11' ? '12' : '11')
      await phone.getByText(left).first().waitFor()
    }
    await note(bank, /the number was wrong/)
    await startSignIn(bank)
    await followLink(bank, phone, '#signing-in')
    await phone.getByRole('button', { name: 'Deny', exact: true }).click()
    await phone.getByRole('heading', { name: 'Denied' }).waitFor()
    await note(bank, /You denied the request/)
    await bank.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  // It waits for half a minute, as does the same end of a request in its own suite.
  it.runIf(isLong)(
    'ends on both screens when nobody answers in time, or the page is left',
    async () => {
      const [bank, phone] = [await openBank(30), await openAuthenticator()]
      await startSignIn(bank)
      await followLink(bank, phone, '#signing-in')
      await phone.getByLabel('Number on the other screen').waitFor()
      await bank.getByRole('button', { name: 'Cancel' }).click()
      await phone.getByRole('heading', { name: 'Request cancelled' }).waitFor()

      await startSignIn(bank)
      await followLink(bank, phone, '#signing-in')
      await phone.getByLabel('Number on the other screen').waitFor()
      await phone.getByRole('heading', { name: 'Request expired' }).waitFor({ timeout: 60_000 })
      await bank.getByText('The sign-in expired').waitFor({ timeout: 60_000 })
    },
    90_000,
  )

  it.each(['light', 'dark'] as const)('keeps nobody out of the sample application (%s)', async (scheme) => {
    const [{ page: bank, complaints }, phone] = [await visitBank(), await openAuthenticator()]
    await bank.emulateMedia({ colorScheme: scheme })
    await bank.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await findBarriers(bank)).toEqual([])
    const number = await startSignIn(bank)
    expect(await findBarriers(bank)).toEqual([])
    await followLink(bank, phone, '#signing-in')
    await approve(phone, number)
    await bank.getByLabel('Mobile number').waitFor()
    expect(await findBarriers(bank)).toEqual([])
    expect(complaints).toEqual([])
  })

  /** The code of the newest message; in development it stays on the machine. */
  async function readCode(to: string): Promise<string> {
    let code: string | undefined
    await expect
      .poll(async () => {
        const { stdout } = await lanyardHere(running().place, ['outbox', '--to', to])
        code = /\b\d{6}\b/.exec(stdout)?.[0]
        return code
      })
      .toBeDefined()
    return code ?? ''
  }

  it('confirms a transfer with the right number, and none that was denied', async () => {
    const [bank, phone] = [await openBank(), await openAuthenticator()]
    await signInByLink(bank, phone)
    await bank.getByLabel('Mobile number').fill('775 461 5609')
    await bank.getByRole('button', { name: 'Send code' }).click()
    await bank.getByLabel('Code', { exact: true }).fill(await readCode('+17754615609'))
    await bank.getByRole('button', { name: 'Verify code' }).click()
    await bank.getByRole('heading', { name: 'Connect your authenticator' }).waitFor()
    await followLink(bank, phone, '#device')
    await phone.getByRole('button', { name: 'Add this device' }).click()
    await phone.getByRole('heading', { name: /is connected/ }).waitFor()
    await goHome(phone)

    await bank.getByRole('button', { name: 'Send', exact: true }).click()
    await phone.getByRole('link', { name: /Send 250.00 EUR to Bob/ }).click()
    const number = await bank.locator('#confirming output').textContent()
    await phone.getByText('250.00 EUR', { exact: true }).waitFor()
    await approve(phone, number ?? '')
    await phone.getByRole('heading', { name: 'Approved' }).waitFor()
    await note(bank, /The money is on its way/)
    await bank.getByRole('listitem').getByText('250.00 EUR to Bob').waitFor()

    await bank.getByLabel('Amount in EUR').fill('99')
    await bank.getByRole('button', { name: 'Send', exact: true }).click()
    await goHome(phone)
    await phone.getByRole('link', { name: /Send 99.00 EUR to Bob/ }).click()
    await phone.getByRole('button', { name: 'Deny', exact: true }).click()
    await note(bank, /You denied the request/)
    expect(await bank.getByRole('listitem').allTextContents()).toEqual(['250.00 EUR to Bob'])
  })
})
