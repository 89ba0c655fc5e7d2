import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { makeIdentity } from '../asker.ts'
import { enrolByLink, openBank } from '../bank.ts'
import { expectOpenToAll } from '../barriers.ts'
import { type BrowserSuite, describeInBrowser } from '../chromium.ts'

const PASSPHRASE = 'correct horse battery staple'
const LINK = 'otpauth://totp/Mail:ada?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Mail'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function readKey({ url }: BrowserSuite, fingerprint: string) {
  const answer = await fetch(`${url}/issuer/key/${fingerprint}`)
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

async function addCode({ url }: BrowserSuite, page: Page): Promise<void> {
  await page.goto(`${url}/authenticator/add`)
  await page.getByLabel('Or paste a link').fill(LINK)
  await press(page, 'Open')
  await press(page, 'Add')
  await heading(page, 'Codes').waitFor()
}

/** Creates the file, saves it and gives it; the passphrase is the one above. */
async function createFile({ url }: BrowserSuite, page: Page): Promise<Buffer> {
  await page.goto(`${url}/authenticator/recovery`)
  await page.getByLabel(/^Passphrase/).fill(PASSPHRASE)
  await page.getByLabel(/^Repeat passphrase/).fill(PASSPHRASE)
  await press(page, 'Create file')
  await heading(page, 'Save your file').waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Save file')])
  expect(download.suggestedFilename()).toMatch(/^lanyard-recovery-\d{4}-\d\d-\d\d\.jwe$/)
  return readFileSync(await download.path())
}

async function saveFile(running: BrowserSuite, page: Page): Promise<Buffer> {
  const file = await createFile(running, page)
  await press(page, 'I’ve saved it')
  await heading(page, 'Your recovery file is ready').waitFor()
  return file
}

async function openFile(page: Page, buffer: Buffer, passphrase = PASSPHRASE): Promise<void> {
  await page.getByLabel(/^Choose (another )?file/).setInputFiles({
    name: 'lanyard-recovery.jwe',
    mimeType: 'application/octet-stream',
    buffer,
  })
  await page.getByLabel(/^Passphrase/).fill(passphrase)
  await press(page, 'Open file')
}

const fingerprintOf = async (page: Page): Promise<string> => {
  await page.getByRole('link', { name: 'Identities' }).click()
  const href = await page.locator('a.card').first().getAttribute('href')
  return href?.slice(href.lastIndexOf('/') + 1) ?? ''
}

describeInBrowser('the recovery file of the authenticator', (running) => {
  it('brings identities and codes back on another phone, and locks the lost one out', async () => {
    const bank = await openBank(running())
    const { id, code } = await bank.newUser()
    const lost = await running().open(`/authenticator#/enrol/${code}`)
    await enrolByLink(lost.page)
    await lost.page.getByRole('link', { name: 'Identities' }).click()
    const before = await makeIdentity(lost.page)
    await addCode(running(), lost.page)
    const file = await saveFile(running(), lost.page)
    expect(lost.complaints).toEqual([])

    const { page, complaints } = await running().open('/authenticator')
    await page.getByRole('link', { name: 'I have a recovery file' }).click()
    await heading(page, 'Restore from a recovery file').waitFor()
    await openFile(page, file, 'wrong passphrase')
    await page.getByText('Wrong passphrase.').waitFor()
    await openFile(page, file.subarray(0, -3))
    await page.getByText('This isn’t a recovery file, or it’s damaged.').waitFor()
    await openFile(page, file)
    await heading(page, 'Restore to this phone?').waitFor()
    await page.getByText('Ada', { exact: true }).waitFor()
    await page.getByText('2 one-time codes').waitFor()
    await press(page, 'Restore here')
    await heading(page, 'You’re back').waitFor()
    await page.getByText('restored', { exact: true }).waitFor()
    await page.getByRole('listitem').getByText('Little Bank').waitFor()

    const now = await fingerprintOf(page)
    const [old, next] = [await readKey(running(), before), await readKey(running(), now)]
    expect([old.status, old.body.successor]).toEqual([410, now])
    expect([next.status, next.body.name]).toEqual([200, 'Ada'])
    await page.getByRole('link', { name: 'Codes' }).click()
    await page.getByText('Mail', { exact: true }).waitFor()
    const shown = page.locator('.code-card', { hasText: 'Little Bank' }).locator('.digits')
    await shown.getByText(/\d/).waitFor()
    expect(await bank.accepts(id, ((await shown.textContent()) ?? '').replace(/\D/g, ''))).toBe(true)
    expect(complaints).toEqual([])

    await lost.page.goto(`${running().url}/authenticator`)
    await lost.page.getByText('has moved to another phone.').waitFor()
    await lost.page.getByRole('link', { name: 'Open', exact: true }).click()
    await lost.page.getByText('This identity has moved to another phone.').waitFor()
  })

  it('works again after the identity has changed its key, and adds nothing twice', async () => {
    const first = await running().open('/authenticator')
    await makeIdentity(first.page)
    await addCode(running(), first.page)
    const file = await saveFile(running(), first.page)
    await first.page.getByRole('link', { name: 'Identities' }).click()
    await first.page.locator('a.card').click()
    await first.page.getByText('Advanced', { exact: true }).click()
    await press(first.page, 'Change key')
    await press(first.page, 'Change')
    await first.page.getByText('Key changed').waitFor()
    for (let time = 0; time < 2; time++) {
      const { page } = await running().open('/authenticator/restore')
      await openFile(page, file)
      await press(page, 'Restore here')
      await heading(page, 'You’re back').waitFor()
      await page.goto(`${running().url}/authenticator/restore`)
      await openFile(page, file)
      await press(page, 'Restore here')
      await page.getByText('already on this phone').waitFor()
      await page.getByRole('link', { name: 'Codes' }).click()
      await page.getByText('Mail', { exact: true }).waitFor()
      expect(await page.locator('.code-card').count()).toBe(1)
    }
  })

  it('restores an identity whose answer was lost, at the next attempt', async () => {
    const first = await running().open('/authenticator')
    await makeIdentity(first.page)
    const file = await saveFile(running(), first.page)
    const { page, context } = await running().open('/authenticator/restore')
    let lost = 0
    await context.route('**/issuer/key/*/recovery', async (route) => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await openFile(page, file)
    await press(page, 'Restore here')
    await heading(page, 'Not everything worked').waitFor()
    await page.getByText('Can’t reach the server').waitFor()
    await press(page, 'Try again')
    await heading(page, 'You’re back').waitFor()
    expect((await readKey(running(), await fingerprintOf(page))).status).toBe(200)
  })

  it('blocks the lost phone without restoring', async () => {
    const lost = await running().open('/authenticator')
    const fingerprint = await makeIdentity(lost.page)
    const file = await saveFile(running(), lost.page)
    const { page } = await running().open('/authenticator/lost')
    await page.getByRole('link', { name: 'I have a recovery file' }).click()
    await openFile(page, file)
    await press(page, 'Only block the lost phone')
    await press(page, 'Deactivate')
    await heading(page, 'The lost phone is blocked').waitFor()
    const { status, body } = await readKey(running(), fingerprint)
    expect([status, body.successor]).toEqual([410, undefined])
    await page.goto(`${running().url}/authenticator/restore`)
    await openFile(page, file)
    await press(page, 'Restore here')
    await page.getByText('The server doesn’t accept the file for this identity.').waitFor()
  })

  it('is replaced by a new one only after that one was saved', async () => {
    const { page, context } = await running().open('/authenticator')
    await makeIdentity(page)
    const first = await saveFile(running(), page)
    const second = await createFile(running(), page)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Save a recovery file' }).click()
    await heading(page, 'Save your file').waitFor()
    await context.route('**/issuer/key/*/recovery', (route) => route.abort(), { times: 1 })
    await press(page, 'I’ve saved it')
    await page.getByText('The file doesn’t work yet.').waitFor()
    await press(page, 'Try again')
    await heading(page, 'Your recovery file is ready').waitFor()
    const other = await running().open('/authenticator/restore')
    await openFile(other.page, first)
    await press(other.page, 'Restore here')
    await other.page.getByText('The server doesn’t accept the file for this identity.').waitFor()
    await other.page.goto(`${running().url}/authenticator/restore`)
    await openFile(other.page, second)
    await press(other.page, 'Restore here')
    await heading(other.page, 'You’re back').waitFor()
  })

  it('is offered at the start, and the reminder of it can be dismissed', async () => {
    const { page } = await running().open('/authenticator')
    await page.getByLabel('Name').fill('Ada')
    await press(page, 'Create identity')
    await page.getByRole('link', { name: 'Save a recovery file' }).click()
    await heading(page, 'Recovery file').waitFor()
    for (const label of [/^Passphrase/, /^Repeat passphrase/]) await page.getByLabel(label).fill('too short')
    await press(page, 'Create file')
    await page.getByText('This is too short: use at least 12 characters.').waitFor()
    await press(page, 'Suggest a passphrase')
    const suggested = await page.locator('.code-block code').textContent()
    expect(suggested).toMatch(/^(\w{4}-){5}\w{4}$/)
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByText('A recovery file brings your identity back').waitFor()
    await press(page, 'Don’t remind me')
    await page.getByText('A recovery file brings your identity back').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('No requests').waitFor()
    expect(await page.getByText('A recovery file brings your identity back').count()).toBe(0)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByText('You have no recovery file yet.').waitFor()
    await saveFile(running(), page)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByText(/^You saved a recovery file on/).waitFor()
  })

  it('is not all that protects identities: the browser is asked to keep them at every start', async () => {
    const { page, context } = await running().open('/docs')
    await context.addInitScript(() => {
      navigator.storage.persist = async () => {
        document.documentElement.setAttribute('data-kept', 'yes')
        return true
      }
    })
    const isKept = () => page.locator('html').getAttribute('data-kept')
    await page.goto(`${running().url}/authenticator`)
    await heading(page, 'Sign in without a password').waitFor()
    expect(await isKept()).toBe(null)
    await makeIdentity(page)
    expect(await isKept()).toBe('yes')
    await page.reload()
    await expect.poll(isKept).toBe('yes')
  })

  it.each(['/recovery', '/restore', '/settings'])('keeps no one out of %s', async (path) => {
    const { page } = await running().open('/authenticator', { viewport: { width: 360, height: 740 } })
    await makeIdentity(page)
    await page.goto(`${running().url}/authenticator${path}`)
    await page.locator('h1').waitFor()
    await expectOpenToAll(page)
  })
})
