import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeWithScript } from './chromium.ts'
import { findTextFaults, LENGTHEN } from './long-texts.ts'
import { openEvent } from './open-event.ts'
import { openConsole } from './operator.ts'

const narrow = { viewport: { width: 360, height: 740 } }

/** All data is Greek, so that Latin letters on a page are texts of the apps. */
const greek = {
  event: {
    title: 'Κλειδιά και κονκάρδες',
    description: 'Δύο ημέρες για κλειδιά.',
    capacity: 2,
    waitlistEnabled: true,
    maxGuests: 2,
    venue: { name: 'Αίθουσα', address: 'Οδός 1, Αθήνα' },
    contact: { name: 'Άδα', email: 'ada@example.org', phone: '+302101234567' },
  },
  registrationTypes: [
    { name: 'Κανονικό', code: 'STD' },
    { name: 'Ομιλητής', code: 'SPK' },
  ],
  sessions: [
    {
      code: 'A',
      title: 'Έναρξη',
      room: 'Α',
      start: '2031-05-06T10:00:00+02:00',
      end: '2031-05-06T11:00:00+02:00',
    },
    {
      code: 'B',
      title: 'Λήξη',
      room: 'Β',
      start: '2031-05-07T10:00:00+02:00',
      end: '2031-05-07T11:00:00+02:00',
    },
  ],
}

async function expectToFit(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  expect(await page.locator('body').textContent(), page.url()).toContain('⟦')
  expect(await findTextFaults(page), page.url()).toEqual([])
}

async function createIdentity(page: Page): Promise<void> {
  await page.locator('input[autocomplete="name"]').fill('Άδα')
  await page.locator('main button[type="submit"]').click()
  await page.waitForURL(/\/ready$/)
}

describeWithScript('texts that are 40 % longer, at 360 px', LENGTHEN, (running) => {
  it('fit in the console', async () => {
    const { page } = await openConsole(running(), { role: 'owner', path: '/', options: narrow })
    for (const path of [
      '/',
      '/account',
      '/applications',
      '/applications/new',
      '/applications/new-key',
      '/audit',
      '/contacts',
      '/events',
      '/events/new',
      '/issuer/applications',
      '/issuer/jobs',
      '/issuer/keys',
      '/issuer/signing-keys',
      '/operators',
      '/outbox',
      '/settings',
      '/start',
      '/tasks',
      '/twofactor/approvals',
      '/twofactor/bench',
      '/twofactor/guard',
      '/twofactor/sends',
      '/twofactor/statistics',
      '/twofactor/users',
      '/webhooks',
    ]) {
      await page.goto(`${running().url}/console${path}`)
      await expectToFit(page)
    }
  })

  it('fit on the pages of an event in the console', async () => {
    await openEvent(running(), greek)
    const { page } = await openConsole(running(), { role: 'owner', path: '/events', options: narrow })
    await page.locator('main a[href*="/events/"]:not([href$="/new"])').first().click()
    await page.waitForURL(/\/events\/[0-9a-f-]{36}/)
    const event = page.url()
    for (const part of [
      '',
      '/details',
      '/types',
      '/options',
      '/form',
      '/schedule',
      '/registrations',
      '/registrations/new',
      '/waiting-list',
      '/attendance',
      '/check-in',
    ]) {
      await page.goto(event + part)
      await expectToFit(page)
    }
  })

  it('fit in the authenticator', async () => {
    const { page } = await running().open('/authenticator', narrow)
    for (const path of [
      '',
      '/codes',
      '/add',
      '/identities',
      '/history',
      '/settings',
      '/lost',
      '/recovery',
      '/restore',
      '/move',
    ]) {
      await page.goto(`${running().url}/authenticator${path}`)
      await expectToFit(page)
    }
  })

  it('fit on the pages for a lost phone', async () => {
    const { page } = await running().open('/authenticator', narrow)
    await createIdentity(page)
    await expectToFit(page)
    for (const path of ['', '/identities', '/settings', '/recovery']) {
      await page.goto(`${running().url}/authenticator${path}`)
      await expectToFit(page)
    }
    for (const input of await page.locator('input[type="password"]').all()) await input.fill('correct horse')
    await page.locator('button[type="submit"]').click()
    await page.locator('form').waitFor({ state: 'detached' })
    await expectToFit(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('main .actions button').first().click(),
    ])
    await page.locator('main .actions button').nth(1).click()
    await page.locator('main a.button.primary').waitFor()
    await expectToFit(page)
    await page.goto(`${running().url}/authenticator/restore`)
    await page.locator('input[type="file"]').setInputFiles(await download.path())
    await page.locator('input[type="password"]').fill('correct horse')
    await page.locator('button[type="submit"]').click()
    await page.locator('form').waitFor({ state: 'detached' })
    await expectToFit(page)
    await page.locator('main button.primary').click()
    await page.locator('main a.button.primary').waitFor()
    await expectToFit(page)
  })

  it('fit on the pages for a new phone', async () => {
    const { page } = await running().open('/authenticator', narrow)
    await createIdentity(page)
    await page.goto(`${running().url}/authenticator/move`)
    await expectToFit(page)
    await page.locator('main button.primary').click()
    await page.locator('svg.qr').waitFor()
    await page.locator('main summary').click()
    await expectToFit(page)
    const linkOn = async (shown: Page) => (await shown.locator('.code-block code').textContent()) ?? ''
    const { page: next } = await running().open('/authenticator', narrow)
    await next.goto(await linkOn(page))
    await next.locator('main button.primary').waitFor()
    await expectToFit(next)
    await next.locator('main button.primary').click()
    await next.locator('svg.qr').waitFor()
    await next.locator('main summary').click()
    await expectToFit(next)
    await page.locator('main button.primary').click()
    await page.locator('.scanner').waitFor()
    await expectToFit(page)
    await page.locator('main form input').fill(await linkOn(next))
    await page.locator('main form input').press('Enter')
    await page.locator('main .card').waitFor()
    await expectToFit(page)
    await page.locator('main button.primary').click()
    await page.locator('main button.danger').waitFor()
    await expectToFit(page)
    await next.locator('main a.button.primary').waitFor()
    await expectToFit(next)
  })

  it('fit on the registration page, also with its errors', async () => {
    const code = await openEvent(running(), greek)
    const { page } = await running().open(`/e/${code}`, narrow)
    await expectToFit(page)
    await page.locator('form button[type="submit"], form button:not([type])').last().click()
    await page.locator('[aria-invalid="true"]').first().waitFor()
    await expectToFit(page)
  })
})
