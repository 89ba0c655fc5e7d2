import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { answerOnPhone } from '../../console/phone-scene.ts'
import { newPerson } from '../../issuer/party.ts'
import { expectOpenToAll } from '../barriers.ts'
import { type BrowserSuite, describeInBrowser } from '../chromium.ts'
import { isOneLine } from '../one-line.ts'
import { openConsole } from '../operator.ts'
import { plugInKey } from '../virtual-key.ts'

const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)</script>=1+1'

/** Makes an application by the form; gives its key. */
async function makeApplication(page: Page, name: string): Promise<string> {
  await page.getByRole('link', { name: 'New application' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create application' }).click()
  await page.getByRole('heading', { name: 'Application created' }).waitFor()
  return (await page.locator('.code-block code').first().textContent()) ?? ''
}

/** Whoever sees the question on the screen answers it on a phone of their own. */
async function approveOnPhone({ url }: BrowserSuite, page: Page, name: string): Promise<string> {
  const place = { url, issuerUrl: `${url}/issuer`, clock: { now: () => Date.now() } as never }
  const person = await newPerson(place)
  const link =
    (await page.getByRole('link', { name: 'Open the authenticator on this device' }).getAttribute('href')) ??
    ''
  const number = (await page.locator('.phone-number').textContent()) ?? ''
  const answer = await answerOnPhone(place, person, { link, number }, { claims: { name } })
  expect(answer.status).toBe(200)
  return person.fingerprint
}

describeInBrowser('applications, two-factor and issuer in the console', (running) => {
  it('leads from an application to its key, to a code that is sent and verified in the test bench', async () => {
    const { page, complaints } = await openConsole(running(), { path: '/applications' })
    const key = await makeApplication(page, 'Webshop')
    expect(key).toMatch(/^ly2f_\w{38}$/)
    const curl = (await page.locator('.code-block code').nth(1).textContent()) ?? ''
    const [, header = '', url = ''] = /^curl -H '([^']+)' (\S+)$/.exec(curl) ?? []
    const [name = '', value = ''] = header.split(': ')
    expect((await fetch(url, { headers: { [name]: value } })).status).toBe(200)
    await page.getByRole('link', { name: 'Open test bench' }).click()
    await page.getByLabel('Phone number').fill('+1 775 461 5609')
    await page.getByRole('button', { name: 'Add user' }).click()
    await page.getByText(/User \d+ added: \+1-XXX-XXX-XX09/).waitFor()
    await page.getByRole('button', { name: 'Send SMS' }).click()
    const code = /\d{7}/.exec((await page.locator('.id-message').textContent()) ?? '')?.[0] ?? ''
    await page.getByLabel('Code').fill(code)
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await page.getByText('Token is valid.').waitFor()
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await page.getByText('Token is invalid. Token was used recently').waitFor()
    await page
      .getByRole('navigation', { name: 'Two-factor', exact: true })
      .getByRole('link', { name: 'Messages' })
      .click()
    await page.getByRole('cell', { name: 'Sign-in code' }).waitFor()
    expect(await page.locator('body').textContent()).not.toContain(code)
    await page.getByRole('link', { name: 'Statistics' }).click()
    await page.getByText('1 user', { exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  it('shows a key once, rotates it with a while for the old one, and revokes it', async () => {
    const { page } = await openConsole(running(), { path: '/applications' })
    await page.getByRole('link', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('CRM')
    await page.getByRole('checkbox', { name: 'Read contacts' }).check()
    await page.getByRole('button', { name: 'Create key' }).click()
    const first = (await page.locator('.code-block code').first().textContent()) ?? ''
    await page.getByRole('link', { name: 'I have saved it' }).click()
    const row = page.getByRole('row', { name: /CRM/ })
    expect(await row.textContent()).toContain('events:read, registrations:read, contacts:read')
    expect(await page.locator('body').textContent()).not.toContain(first)
    await row.getByRole('button', { name: /Rotate/ }).click()
    await page.getByLabel('for 1 hour').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
    const second = (await page.getByRole('dialog').locator('.code-block code').first().textContent()) ?? ''
    expect(second).toMatch(/^lyev_/)
    await page.getByRole('button', { name: 'I have saved it' }).click()
    const statusOf = async (key: string) =>
      (await fetch(`${running().url}/eventdata/events`, { headers: { 'x-api-key': key } })).status
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
    await page.getByRole('button', { name: `Revoke CRM ${first.slice(0, 9)}…` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Key revoked').waitFor()
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
  })

  it('keeps what was typed where the server refuses it, and says at which field', async () => {
    const { page } = await openConsole(running(), { path: '/applications/new' })
    await page.getByLabel('Name').fill('Careful')
    await page.getByLabel('Callback URL').fill('http://127.0.0.1:1/hook')
    await page.getByRole('button', { name: 'Create application' }).click()
    await page.getByText(/This server can’t call that address/).waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Careful')
    expect(await page.getByLabel('Callback URL').getAttribute('aria-invalid')).toBe('true')
  })

  it('keeps the fields of the test bench in line when one of them has an error', async () => {
    const { page } = await openConsole(running(), { path: '/twofactor/bench' })
    await page.getByLabel('Phone number').fill('12')
    await page.getByRole('button', { name: 'Add user' }).click()
    await page.getByText(/Enter the full number with \+/).waitFor()
    expect(await isOneLine(page.locator('.id-columns input'))).toBe(true)
  })

  it('shows hostile names inert everywhere', async () => {
    const { page, complaints } = await openConsole(running(), { path: '/applications' })
    await makeApplication(page, HOSTILE)
    await page.getByRole('link', { name: 'Show application' }).click()
    await page.getByRole('heading', { level: 1, name: HOSTILE }).waitFor()
    await page.getByRole('button', { name: 'Disable application' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable application' }).click()
    await page.getByRole('button', { name: 'Enable application' }).waitFor()
    for (const path of ['/applications', '/twofactor/users', '/twofactor/bench']) {
      await page.goto(`${running().url}/console${path}`)
      await page.getByText(HOSTILE).first().waitFor({ state: 'attached' })
    }
    expect(await page.locator('img[src=x]').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('shows who reads only what there is, and no way to change it', async () => {
    const { page } = await openConsole(running(), { path: '/applications', role: 'read-only' })
    await page.getByRole('link', { name: 'Webshop' }).click()
    await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /Rotate|Revoke|Save|Disable/ }).count()).toBe(0)
    await page.goto(`${running().url}/console/twofactor/bench`)
    await page.getByRole('heading', { name: 'You don’t have access to this page' }).waitFor()
  })

  it('lets support find a user, and an owner look after the issuer', async () => {
    const support = await openConsole(running(), { path: '/twofactor', role: 'support' })
    await support.page.getByLabel('Application').selectOption({ label: 'Webshop' })
    await support.page.getByLabel('Find a user').fill('+1 775 461 5609')
    await support.page.getByRole('button', { name: 'Search' }).click()
    await support.page.getByRole('link', { name: /^\d+$/ }).click()
    await support.page.getByRole('heading', { name: /^User \d+$/ }).waitFor()
    await support.page.getByText('+1-XXX-XXX-XX09').first().waitFor()
    expect(support.complaints).toEqual([])
    const { page, complaints } = await openConsole(running(), { path: '/issuer/signing-keys' })
    await fetch(`${running().url}/issuer/.well-known/jwks.json`)
    await page.reload()
    await page
      .getByRole('button', { name: /^Rotate/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
    await page.getByText('Retired', { exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  it('says what failed although its dialog was closed in the meantime', async () => {
    await fetch(`${running().url}/issuer/.well-known/jwks.json`)
    const { page } = await openConsole(running(), { path: '/issuer/signing-keys' })
    let refuse = () => {}
    const isRefused = new Promise<void>((resolve) => {
      refuse = resolve
    })
    await page.route('**/signing-keys/**', async (route) => {
      if (route.request().method() === 'GET') return route.continue()
      await isRefused
      return route.abort()
    })
    await page
      .getByRole('button', { name: /^Rotate/ })
      .first()
      .click()
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
    await sent
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    refuse()
    await page.locator('.toast').waitFor()
  })

  it('says what failed in the frame in which its dialog was closed', async () => {
    await fetch(`${running().url}/issuer/.well-known/jwks.json`)
    const { page } = await openConsole(running(), { path: '/issuer/signing-keys' })
    const rotate = page.getByRole('button', { name: /^Rotate/ })
    await rotate.first().click()
    await page.evaluate(() => {
      window.fetch = (_input, init) => {
        // Escape does the same, but the answer could then come a frame later.
        if (init?.method === 'POST') document.querySelector('dialog')?.close()
        return Promise.reject(new TypeError('no network'))
      }
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
    await page.locator('.toast').waitFor()
  })

  it('shows who approved before it links an identity, and links it once a passkey has confirmed it', async () => {
    const visit = await openConsole(running(), { path: '/account' })
    const { page, complaints } = visit
    const button = (name: string) => page.getByRole('button', { name })
    const dialog = page.getByRole('dialog', { name: 'Is this your identity?' })
    await plugInKey(visit)
    await button('Add passkey').click()
    await button('Save').last().click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await button('Link authenticator').click()
    const stranger = await approveOnPhone(running(), page, 'Somebody else')
    await dialog.getByText('Somebody else').waitFor()
    await dialog.getByText(stranger).waitFor()
    await expectOpenToAll(page)
    await button('Not mine').click()
    await page.getByText('Rejected. Nothing was linked.').waitFor()
    await page.getByText('No authenticator linked yet.').waitFor()
    await button('Link authenticator').click()
    const own = await approveOnPhone(running(), page, 'Ada')
    await dialog.getByText(own).waitFor()
    await button('Confirm with passkey').click()
    await page.getByRole('row', { name: new RegExp(own.slice(0, 8)) }).waitFor()
    expect(await page.getByRole('row', { name: new RegExp(stranger.slice(0, 8)) }).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  describe.each([
    [360, ['/applications/new', '/twofactor/users', '/twofactor/guard', '/twofactor/bench', '/issuer/keys']],
    [
      1280,
      ['/applications', '/twofactor/sends', '/twofactor/statistics', '/issuer/jobs', '/issuer/applications'],
    ],
  ] as const)('at %i pixels', (width, paths) => {
    it('is open to all', async () => {
      const options = { viewport: { width, height: 900 } }
      const { page, complaints } = await openConsole(running(), { path: '/applications/new-key', options })
      for (const path of paths) {
        await expectOpenToAll(page)
        await page.goto(`${running().url}/console${path}`)
        await page.locator('h1').waitFor()
        await page.waitForFunction(() => document.querySelector('.skeleton') === null)
      }
      await expectOpenToAll(page)
      expect(complaints).toEqual([])
    })
  })
})
