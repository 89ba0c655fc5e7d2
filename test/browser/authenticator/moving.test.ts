import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { makeIdentity } from '../asker.ts'
import { enrolByLink, openBank } from '../bank.ts'
import { expectOpenToAll } from '../barriers.ts'
import { type BrowserSuite, describeInBrowser } from '../chromium.ts'

const LINK = 'otpauth://totp/Mail:ada?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Mail'
const sharp = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 }

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function statusOf({ url }: BrowserSuite, fingerprint: string) {
  const answer = await fetch(`${url}/issuer/key/${fingerprint}`)
  const { successor } = (await answer.json()) as { successor?: string }
  return { status: answer.status, successor }
}

/** The camera of one phone sees the code on the other. */
async function scan(from: Page, to: Page): Promise<void> {
  const buffer = await from.locator('svg.qr').screenshot()
  await to.getByLabel('Choose image').setInputFiles({ name: 'qr.png', mimeType: 'image/png', buffer })
}

const linkOn = (page: Page) => page.locator('.code-block code').textContent()

async function addCode({ url }: BrowserSuite, page: Page, link = LINK): Promise<void> {
  await page.goto(`${url}/authenticator/add`)
  await page.getByLabel('Or paste a link').fill(link)
  await press(page, 'Open')
  await press(page, 'Add')
  await heading(page, 'Codes').waitFor()
}

async function startMove({ url }: BrowserSuite, page: Page): Promise<void> {
  await page.goto(`${url}/authenticator/settings`)
  await page.getByRole('link', { name: 'Move to a new phone' }).click()
  await heading(page, 'Move to a new phone').waitFor()
  await press(page, 'Start')
}

const fingerprintOf = async (page: Page): Promise<string> => {
  await page.getByRole('link', { name: 'Identities' }).click()
  const href = await page.locator('a.card').first().getAttribute('href')
  return href?.slice(href.lastIndexOf('/') + 1) ?? ''
}

const codeOf = async (page: Page, name: string) => {
  const shown = page.locator('.code-card', { hasText: name }).locator('.digits')
  await shown.getByText(/\d/).waitFor()
  return ((await shown.textContent()) ?? '').replace(/\D/g, '')
}

describeInBrowser('moving to a new phone', (running) => {
  it('takes identities, services and codes along by QR codes', async () => {
    const bank = await openBank(running())
    const { id, code } = await bank.newUser()
    const old = await running().open(`/authenticator#/enrol/${code}`, sharp)
    await enrolByLink(old.page)
    await old.page.getByRole('link', { name: 'Identities' }).click()
    const before = await makeIdentity(old.page)
    await addCode(running(), old.page)
    await startMove(running(), old.page)
    await heading(old.page, 'Scan this with the new phone').waitFor()

    const next = await running().open('/authenticator/add', sharp)
    await scan(old.page, next.page)
    await heading(next.page, 'Move to this phone?').waitFor()
    await next.page.getByText('Ada', { exact: true }).waitFor()
    await next.page.getByText('1 connected service', { exact: true }).waitFor()
    let attempts = 0
    await next.context.route('**/twofactor/device/enrolments/*', async (route) => {
      attempts++
      if (attempts === 1) return route.fulfill({ status: 404 })
      if (attempts > 2) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await press(next.page, 'Move here')
    await heading(next.page, 'Scan this with the old phone').waitFor()
    await next.page.getByText('its code has expired, or someone else has used it').waitFor()
    await press(next.page, 'Try again')
    await next.page.getByText('Couldn’t connect Little Bank. Try again').waitFor()
    await press(next.page, 'Try again')
    await next.page.getByText('Couldn’t connect').waitFor({ state: 'detached' })

    await press(old.page, 'Next')
    await scan(next.page, old.page)
    await heading(old.page, 'Move everything now?').waitFor()
    await old.page.getByText('Ada', { exact: true }).waitFor()
    await press(old.page, 'Move now')
    await heading(next.page, 'Your identity is here').waitFor()

    await heading(old.page, 'Move your codes').waitFor()
    await next.page.getByRole('link', { name: 'Scan codes' }).click()
    await scan(old.page, next.page)
    await heading(next.page, 'Add this code?').waitFor()
    await press(next.page, 'Add')
    await heading(next.page, 'Codes').waitFor()
    expect(await next.page.locator('.code-card').count()).toBe(2)
    expect(await bank.accepts(id, await codeOf(next.page, 'Little Bank'))).toBe(true)
    const now = await fingerprintOf(next.page)
    expect(await statusOf(running(), before)).toEqual({ status: 410, successor: now })

    await press(old.page, 'Done')
    await heading(old.page, 'Everything has moved').waitFor()
    await press(old.page, 'Erase everything')
    await press(old.page, 'Erase')
    await old.page.getByRole('link', { name: 'Home', exact: true }).click()
    await heading(old.page, 'Sign in without a password').waitFor()

    const asked = bank.ask(id, { message: 'Send 20 euros?', seconds_to_expire: 120 })
    await next.page.getByRole('link', { name: 'Home', exact: true }).click()
    await next.page.getByRole('link', { name: /Send 20 euros/ }).click()
    const { number } = await asked
    if (number !== undefined) await next.page.getByLabel('Number on the other screen').fill(number)
    await press(next.page, 'Approve')
    expect(await bank.result(await asked)).toBe('approved')
    // The browser notes each refusal (of the new key until the issuer knows it, of the old one from then on) and the
    // answer that was lost.
    const noted = /status of 4\d\d|ERR_FAILED/
    const complaints = [...old.complaints, ...next.complaints].filter((one) => !noted.test(one))
    expect(complaints).toEqual([])
  })

  it('finds the identity on the new phone even if that was closed in the meantime', async () => {
    const old = await running().open('/authenticator', sharp)
    const before = await makeIdentity(old.page)
    await startMove(running(), old.page)
    await old.page.getByText('Link for the new phone').first().click()
    const next = await running().open('/authenticator', sharp)
    await next.page.goto((await linkOn(old.page)) ?? '')
    await next.page.reload()
    await press(next.page, 'Move here')
    await next.page.getByText('Link for the old phone').first().click()
    const answer = (await linkOn(next.page)) ?? ''
    await next.page.goto('about:blank')
    await press(old.page, 'Next')
    await old.page.getByLabel('Or paste a link').fill('https://example.org/')
    await press(old.page, 'Open')
    await old.page.getByText('This isn’t the code that the new phone shows.').waitFor()
    await old.page.getByLabel('Or paste a link').fill(answer)
    await press(old.page, 'Open')
    let lost = 0
    await old.context.route(`**/issuer/key/${before}`, async (route) => {
      if (route.request().method() !== 'PUT' || lost++ > 0) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await press(old.page, 'Move now')
    await old.page.getByText(/^Not moved yet:/).waitFor()
    await press(old.page, 'Move now')
    await heading(old.page, 'Everything has moved').waitFor()
    await next.page.goto(`${running().url}/authenticator`)
    await next.page.getByText('No requests').waitFor()
    const now = await fingerprintOf(next.page)
    expect(await statusOf(running(), before)).toEqual({ status: 410, successor: now })
  })

  it('says what is wrong with a code that belongs elsewhere', async () => {
    const { page } = await running().open('/authenticator', sharp)
    const fingerprint = await makeIdentity(page)
    await startMove(running(), page)
    await page.getByText('Link for the new phone').first().click()
    const link = (await linkOn(page)) ?? ''
    await page.goto(link)
    await page.getByText('This code is for your new phone.').waitFor()
    const key = [0, 'x'.repeat(43), '', 1, 'j', 's'.repeat(86)]
    const forged = Buffer.from(JSON.stringify(['forged', [key], []])).toString('base64url')
    const answer = `${running().url}/authenticator#/moved/${forged}`
    await page.goto(answer)
    await page.getByText('No requests').waitFor()
    await page.goto(`${running().url}/authenticator/add`)
    await page.getByLabel('Or paste a link').fill(answer)
    await press(page, 'Open')
    await heading(page, 'Start on your old phone').waitFor()
    expect((await statusOf(running(), fingerprint)).status).toBe(200)
  })

  it('moves codes alone without asking the server for anything', async () => {
    const old = await running().open('/authenticator', sharp)
    const others = Array.from({ length: 9 }, (_value, at) =>
      LINK.replaceAll('Mail', `Mail${at}`).replace('JBSW', `JBS${'ABCDEFGHI'[at]}`),
    )
    for (const link of others) await addCode(running(), old.page, link)
    await startMove(running(), old.page)
    const next = await running().open('/authenticator/add', sharp)
    await heading(old.page, 'Move your codes').waitFor()
    await old.page.getByText('Code 1 of 2').waitFor()
    await scan(old.page, next.page)
    await press(next.page, 'Add all')
    await heading(next.page, 'Codes').waitFor()
    expect(await next.page.locator('.code-card').count()).toBe(8)
    await press(old.page, 'Next')
    await old.page.getByText('Code 2 of 2').waitFor()
    const tab = await old.context.newPage()
    await tab.goto(`${running().url}/authenticator/identities`)
    await makeIdentity(tab)
    await press(old.page, 'Done')
    await heading(old.page, 'Not everything has moved').waitFor()
    await old.page.getByText('Ada', { exact: true }).waitFor()
    expect(await old.page.getByRole('button', { name: 'Erase everything' }).count()).toBe(0)
    await press(old.page, 'Start again')
    await heading(old.page, 'Move to a new phone').waitFor()
  })

  it('keeps no one out', async () => {
    const narrow = { viewport: { width: 360, height: 740 } }
    const old = await running().open('/authenticator', narrow)
    await makeIdentity(old.page)
    await startMove(running(), old.page)
    await old.page.locator('svg.qr').waitFor()
    await expectOpenToAll(old.page)
    await old.page.getByText('Link for the new phone').first().click()
    const next = await running().open('/authenticator', narrow)
    await next.page.goto((await linkOn(old.page)) ?? '')
    await heading(next.page, 'Move to this phone?').waitFor()
    await expectOpenToAll(next.page)
    await press(next.page, 'Move here')
    await next.page.locator('svg.qr').waitFor()
    await expectOpenToAll(next.page)
  })
})
