import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { PATIENCE } from '../../speed.ts'
import { makeIdentity } from '../asker.ts'
import { expectDarkToBeReadable, findBarriers, sizes } from '../barriers.ts'
import { type BrowserSuite, describeInBrowser } from '../chromium.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** What the issuer says of a key. */
async function readKey({ url }: BrowserSuite, fingerprint: string) {
  const answer = await fetch(`${url}/issuer/key/${fingerprint}`)
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** The code of the n-th message to an address. */
function readCode({ place }: BrowserSuite, to: string, count = 1): Promise<string> {
  const read = () => {
    const lines = readFileSync(join(place.dataFolder, 'outbox.jsonl'), 'utf8').trim().split('\n')
    const messages = lines.map((line) => JSON.parse(line) as { to: string; text: string })
    const { text } = messages.filter((message) => message.to === to)[count - 1] ?? { text: '' }
    const code = /\d{6}/.exec(text)?.[0]
    if (code === undefined) throw new Error(`no code went to ${to}`)
    return code
  }
  return vi.waitFor(read, PATIENCE)
}

/** In both sizes, in light and dark. */
async function expectOpenInEveryLook(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    expect(await findBarriers(page)).toEqual([])
    await expectDarkToBeReadable(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
}

async function prove(running: BrowserSuite, page: Page, email: string, count = 1): Promise<void> {
  await press(page, 'Verify: E-mail')
  await page.getByLabel('E-mail address').fill(email)
  await press(page, 'Send code')
  await page.getByText(`sent a code to ${email}`).waitFor()
  await page.getByRole('textbox', { name: /^Code/ }).fill(await readCode(running, email, count))
  await press(page, 'Confirm')
  await page.getByText(/^verified until/).waitFor()
}

const openAdvanced = (page: Page) => page.getByText('Advanced', { exact: true }).click()

const openIdentities = async (page: Page) => {
  await page.getByRole('link', { name: 'Identities' }).click()
  await heading(page, 'Identities').waitFor()
}

describeInBrowser('identities of the authenticator', (running) => {
  it('are made here and registered there, under a policy, without another host', async () => {
    const { page, complaints, asked } = await running().open('/authenticator')
    await heading(page, 'Sign in without a password').waitFor()
    const fingerprint = await makeIdentity(page, 'Ada’s phone')
    const { status, body } = await readKey(running(), fingerprint)
    expect([status, body.name, body.kind, body.status]).toEqual([200, 'Ada’s phone', 'person', 'registered'])
    expect(complaints).toEqual([])
    expect([...new Set(asked.map((address) => new URL(address).origin))]).toEqual([running().url])
  })

  it('are followed by the next step, and keep their keys out of sight', async () => {
    const { page } = await running().open('/authenticator')
    await page.getByText('For example: Ada Lovelace').waitFor()
    const fingerprint = await makeIdentity(page)
    expect(await page.getByText(fingerprint).isVisible()).toBe(false)
    await openAdvanced(page)
    await page.getByText(fingerprint).waitFor()
    await page.getByText(/^(Ed25519|P-256), created on/).waitFor()
    await page.goto(`${running().url}/authenticator/identities/${fingerprint}/ready`)
    await page.getByRole('link', { name: 'Scan a code' }).click()
    await heading(page, 'Scan or add').waitFor()
  })

  it('are kept by the browser, which gives their private keys to nobody', async () => {
    const { page } = await running().open('/authenticator')
    const fingerprint = await makeIdentity(page)
    await page.reload()
    await heading(page, 'Ada').waitFor()
    const exported = await page.evaluate(async (id) => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open('lanyard-authenticator')
        request.onsuccess = () => resolve(request.result)
      })
      const identity = await new Promise<{ key: { privateKey: CryptoKey } }>((resolve) => {
        const request = database.transaction('identities').objectStore('identities').get(id)
        request.onsuccess = () => resolve(request.result)
      })
      return crypto.subtle.exportKey('jwk', identity.key.privateKey).catch((error: Error) => error.name)
    }, fingerprint)
    expect(exported).toBe('InvalidAccessError')
  })

  it('are registered by the next attempt where the answer to the first was lost', async () => {
    const { page, context } = await running().open('/authenticator')
    let lost = 0
    await context.route('**/issuer/key', async (route) => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.getByLabel('Name').fill('Ada')
    await press(page, 'Create identity')
    await page.getByText('Can’t reach the server').waitFor()
    const fingerprint = await makeIdentity(page, 'Ada again')
    expect((await readKey(running(), fingerprint)).body.name).toBe('Ada again')
    await openAdvanced(page)
    await page.getByText('The connection broke when this identity was created').waitFor()
  })

  it('are made on a device whose clock is wrong', async () => {
    const { page } = await running().open('/docs')
    await page.clock.install({ time: Date.now() - 7_200_000 })
    await page.goto(`${running().url}/authenticator`)
    await makeIdentity(page)
    await openAdvanced(page)
    await press(page, 'Show deactivation code')
    await prove(running(), page, 'clock@example.org')
  })

  it('prove an e-mail address by the code that goes there', async () => {
    const { page } = await running().open('/authenticator')
    const fingerprint = await makeIdentity(page)
    await press(page, 'Verify: E-mail')
    await page.getByLabel('E-mail address').fill('proof@exampel.org')
    await press(page, 'Send code')
    await press(page, 'Use another address')
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('proof@exampel.org')
    await page.getByLabel('E-mail address').fill('proof@example.org')
    await press(page, 'Send code')
    const code = await readCode(running(), 'proof@example.org')
    await page.getByLabel('Code').fill(code === '000000' ? '000001' : '000000')
    await press(page, 'Confirm')
    await page.getByText('4 attempts left.').waitFor()
    await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await press(page, 'Confirm')
    await page.getByText(/^verified until/).waitFor()
    const { body } = await readKey(running(), fingerprint)
    expect([body.status, body.claims]).toEqual(['confirmed', ['email']])
  })

  it('prove a phone number by the code that goes there', async () => {
    const { page } = await running().open('/authenticator')
    const fingerprint = await makeIdentity(page)
    await press(page, 'Verify: Phone')
    await page.getByLabel('Phone number').fill('12')
    await press(page, 'Send code')
    await page.getByText('The server doesn’t accept this').waitFor()
    await page.getByLabel('Phone number').fill('+44 7400 123456')
    await press(page, 'Send code')
    await page.getByLabel('Code').fill(await readCode(running(), '+447400123456'))
    await press(page, 'Confirm')
    await page.getByText('+447400123456').waitFor()
    expect((await readKey(running(), fingerprint)).body.claims).toEqual(['phone'])
  })

  it('do not prove an address that another key has', async () => {
    const first = await running().open('/authenticator')
    await makeIdentity(first.page)
    await prove(running(), first.page, 'taken@example.org')
    const second = await running().open('/authenticator')
    await makeIdentity(second.page)
    await press(second.page, 'Verify: E-mail')
    await second.page.getByLabel('E-mail address').fill('taken@example.org')
    await press(second.page, 'Send code')
    await second.page.getByText('We’ve sent a code').waitFor()
    await second.page.getByLabel('Code').fill(await readCode(running(), 'taken@example.org', 2))
    await press(second.page, 'Confirm')
    await second.page.getByText('This address is verified for another identity').waitFor()
  })

  it('take another name', async () => {
    const { page } = await running().open('/authenticator')
    const fingerprint = await makeIdentity(page)
    await press(page, 'Rename')
    await page.getByRole('dialog').getByLabel('Name').fill('Ada Lovelace')
    await press(page, 'Save')
    await heading(page, 'Ada Lovelace').waitFor()
    expect((await readKey(running(), fingerprint)).body.name).toBe('Ada Lovelace')
  })

  it('change their key: the old one is over, and the new one takes everything on', async () => {
    const { page } = await running().open('/authenticator')
    const old = await makeIdentity(page)
    await prove(running(), page, 'rotate@example.org')
    await openAdvanced(page)
    await press(page, 'Change key')
    await press(page, 'Change')
    await page.waitForURL((address) => !address.pathname.endsWith(old))
    const now = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const [before, after] = await Promise.all([readKey(running(), old), readKey(running(), now)])
    expect([before.status, before.body.title]).toEqual([410, 'revoked-key'])
    expect([after.status, after.body.name, after.body.claims]).toEqual([200, 'Ada', ['email']])
    await page.getByText('This identity has a new key').waitFor()
    await press(page, 'Verify: E-mail')
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('rotate@example.org')
  })

  it('have their new key after a rotation whose answer was lost', async () => {
    const { page, context } = await running().open('/authenticator')
    const old = await makeIdentity(page)
    await context.route(`**/issuer/key/${old}`, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      await route.fetch()
      await route.abort()
    })
    await openAdvanced(page)
    await press(page, 'Change key')
    await press(page, 'Change')
    await page.getByText('Can’t reach the server').waitFor()
    await page.goto(`${running().url}/authenticator/identities`)
    const card = page.locator('a.card')
    await vi.waitFor(async () => expect(await card.getAttribute('href')).not.toContain(old), PATIENCE)
    await card.click()
    await heading(page, 'Ada').waitFor()
    await press(page, 'Rename')
    await page.getByRole('dialog').getByLabel('Name').fill('Ada II')
    await press(page, 'Save')
    await heading(page, 'Ada II').waitFor()
  })

  it('are revoked for good', async () => {
    const { page } = await running().open('/authenticator')
    const fingerprint = await makeIdentity(page)
    await press(page, 'Deactivate identity')
    await press(page, 'Deactivate')
    await heading(page, 'Identities').waitFor()
    expect((await readKey(running(), fingerprint)).status).toBe(410)
    expect(await page.getByText(fingerprint).count()).toBe(0)
  })

  it('show the secret that revokes them, on demand', async () => {
    const { page } = await running().open('/authenticator')
    const fingerprint = await makeIdentity(page)
    await openAdvanced(page)
    await press(page, 'Show deactivation code')
    const secret = await page.locator('.shown code').first().textContent()
    const answer = await fetch(`${running().url}/issuer/key/${fingerprint}?secret=${secret}`, {
      method: 'DELETE',
    })
    expect(answer.status).toBe(200)
    await page.reload()
    await page.getByText('This identity has been deactivated from another device').waitFor()
    await press(page, 'Remove from this device')
    await heading(page, 'Identities').waitFor()
  })

  it('live on a second device of their own, which the first can lock out', async () => {
    const first = await running().open('/authenticator')
    await makeIdentity(first.page, 'Ada’s phone')
    const second = await running().open('/authenticator')
    const fingerprint = await makeIdentity(second.page, 'Ada’s tablet')
    await openAdvanced(second.page)
    await press(second.page, 'Show deactivation code')
    const link = (await second.page.locator('.shown code').last().textContent()) ?? ''
    await openIdentities(first.page)
    await first.page.getByText('Set up a second device').click()
    await first.page.getByLabel('Link for another device').fill(link)
    await press(first.page, 'Add device')
    await first.page.getByText('Ada’s tablet').waitFor()
    await press(first.page, 'Add to list')
    await first.page.getByText('active', { exact: true }).waitFor()
    await press(first.page, 'Deactivate device: Ada’s tablet')
    await press(first.page, 'Deactivate')
    await first.page.getByText('deactivated', { exact: true }).waitFor()
    expect((await readKey(running(), fingerprint)).status).toBe(410)
    expect(first.asked.some((address) => address.includes(fingerprint) && address.includes('secret'))).toBe(
      false,
    )
    await second.page.reload()
    await second.page.getByText('This identity has been deactivated from another device').waitFor()
  })

  it('come back after a device is lost: by e-mail the old key ends, and a new one proves the same address', async () => {
    const lost = await running().open('/authenticator')
    const fingerprint = await makeIdentity(lost.page)
    await prove(running(), lost.page, 'lost@example.org')
    const { page } = await running().open('/authenticator')
    await page.getByRole('link', { name: 'I lost my device' }).click()
    await page.getByLabel('E-mail address').fill('lost@example.org')
    await press(page, 'Send code')
    await page.getByText('We’ve sent a code').waitFor()
    await press(page, 'Use another address')
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('lost@example.org')
    await press(page, 'Send code')
    await page.getByText('We’ve sent a code').waitFor()
    const code = await readCode(running(), 'lost@example.org', 2)
    await page.getByLabel('Code').fill(code === '111111' ? '111112' : '111111')
    await press(page, 'Confirm')
    await page.getByText('That’s not correct.').waitFor()
    await page.getByLabel('Code').fill(code)
    await press(page, 'Confirm')
    await page.getByText('The identity of the lost device has been deactivated.').waitFor()
    expect((await readKey(running(), fingerprint)).status).toBe(410)
    await page.getByRole('link', { name: 'Create a new identity' }).click()
    await makeIdentity(page, 'Ada anew')
    await prove(running(), page, 'lost@example.org', 3)
  })

  it('come with an offer to install the app, which is remembered as unwanted', async () => {
    const { page } = await running().open('/authenticator')
    await makeIdentity(page)
    const offer = () =>
      page.evaluate(() => {
        const event = new Event('beforeinstallprompt', { cancelable: true })
        const prompt = async () => document.documentElement.setAttribute('data-installed', 'yes')
        return dispatchEvent(Object.assign(event, { prompt }))
      })
    expect(await offer()).toBe(false)
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await press(page, 'Install')
    expect(await page.locator('html').getAttribute('data-installed')).toBe('yes')
    await offer()
    await press(page, 'Not now')
    await page.reload()
    await page.getByText('No requests').waitFor()
    await offer()
    expect(await page.getByRole('button', { name: 'Install' }).count()).toBe(0)
  })

  it('are made after the app is installed, where Safari would forget them', async () => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1'
    const { page } = await running().open('/authenticator', { userAgent })
    await page.getByText('tap Share, then “Add to Home Screen”').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await press(page, 'Not now')
    await page.reload()
    await heading(page, 'Sign in without a password').waitFor()
    expect(await page.getByText('Add to Home Screen').count()).toBe(0)
  })

  it('show a hostile name as nothing but letters', async () => {
    const { page, complaints } = await running().open('/authenticator')
    const name = `<img src=x onerror=alert(1)>\u202e${'A'.repeat(60)}`
    await page.getByLabel('Name').fill(name)
    await press(page, 'Create identity')
    await heading(page, /You’re ready, .*<img src=x/).waitFor()
    await openIdentities(page)
    await page.getByText(name).waitFor()
    expect(await page.locator('main img').count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(complaints).toEqual([])
  })

  it('keep nobody out', async () => {
    const { page } = await running().open('/authenticator', { colorScheme: 'light' })
    await heading(page, 'Sign in without a password').waitFor()
    await expectOpenInEveryLook(page)
    await makeIdentity(page)
    await press(page, 'Verify: E-mail')
    await openAdvanced(page)
    await press(page, 'Show deactivation code')
    await page.locator('.qr').waitFor()
    await expectOpenInEveryLook(page)
    await press(page, 'Deactivate identity')
    await expectOpenInEveryLook(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await openIdentities(page)
    await page.getByText('Set up a second device').click()
    await expectOpenInEveryLook(page)
    await page.getByRole('link', { name: 'I lost my device' }).click()
    await heading(page, 'Lost device').waitFor()
    await expectOpenInEveryLook(page)
  })

  it.each([
    ['de-DE', 'Einloggen ohne Passwort', 'de'],
    ['fr-FR', 'Se connecter sans mot de passe', 'fr'],
    ['es-ES', 'Iniciar sesión sin contraseña', 'es'],
  ])('speak %s', async (locale, title, language) => {
    const { page } = await running().open('/authenticator', { locale, viewport: { width: 360, height: 740 } })
    await heading(page, title).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})
