import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { CODE } from '../../src/app/demo/conference.ts'
import { createApiKey } from '../app/commands/program.ts'
import { expectOpenToAllInBothSizes } from './barriers.ts'
import { describeInBrowser } from './chromium.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

describeInBrowser('the documentation', (running) => {
  it('loads under its policy, without a complaint and without another host', async () => {
    const { page, complaints, asked } = await running().open('/docs')
    await heading(page, 'Documentation').waitFor()
    await page.getByRole('link', { name: 'Lanyard issuer' }).click()
    await heading(page, 'Lanyard issuer').waitFor()
    await page.getByRole('link', { name: /Register an identity/ }).click()
    await page.getByRole('heading', { name: 'Try it' }).waitFor()
    expect(complaints).toEqual([])
    expect([...new Set(asked.map((address) => new URL(address).origin))]).toEqual([running().url])
  })

  it('runs no script that is written into a page', async () => {
    const { page, complaints } = await running().open('/docs')
    await heading(page, 'Documentation').waitFor()
    const ran = await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'document.title = "ran"'
      document.body.append(script)
      return document.title
    })
    expect(ran).not.toBe('ran')
    expect(complaints.join()).toContain('Content Security Policy')
  })

  it('leads from the root to the overview', async () => {
    const { page } = await running().open('/')
    await heading(page, 'Documentation').waitFor()
    expect(new URL(page.url()).pathname).toBe('/docs')
    await page.getByRole('heading', { name: 'What runs here' }).waitFor()
    const demo = page.getByRole('link', { name: 'Demo conference' })
    expect(await demo.getAttribute('href')).toBe(`/e/${CODE}`)
    await page.getByRole('link', { name: 'Console', exact: true }).click()
    await heading(page, 'Sign in').waitFor()
  })

  it('tries an operation that anyone may call', async () => {
    const { page } = await running().open('/docs/api/issuer/getJwks')
    await page.getByRole('button', { name: 'Send' }).click()
    const answer = page.locator('.exchange')
    await answer.getByText('"keys"').waitFor()
    expect(await answer.getByRole('status').textContent()).toMatch(/^200 \d+ ms$/)
    await answer.getByRole('tab', { name: 'Headers' }).click()
    await answer.getByRole('rowheader', { name: 'content-type', exact: true }).waitFor()
  })

  it('tries an operation with a key and a body, and writes the same for curl', async () => {
    const { url, place, open } = running()
    const key = await createApiKey(place, 'twofactor')
    const { page } = await open('/docs/api/twofactor/enrolUser')
    const status = page.locator('.exchange').getByRole('status')
    await page.getByRole('button', { name: 'Send' }).click()
    await status.getByText('401').waitFor()
    await page.getByRole('button', { name: 'Enter API key' }).click()
    await page.getByRole('dialog').getByLabel('X-Twofactor-API-Key').fill(key)
    await page.getByRole('button', { name: 'Use this key' }).click()
    await page
      .getByRole('textbox', { name: 'Body' })
      .fill('user[cellphone]=775-461-5609&user[country_code]=1')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('User created successfully.').waitFor()
    const curl = await page.locator('.code-block', { hasText: 'curl -X' }).locator('code').textContent()
    expect(curl).toContain(`'${url}/twofactor/protected/json/users/new'`)
    expect(curl).toContain('-H "X-Twofactor-API-Key: $KEY"')
    expect(await page.content()).not.toContain(key)
  })

  it('asks before it discards a key that was typed, by Cancel and by Escape', async () => {
    const { page } = await running().open('/docs/api/twofactor/getUserStatus')
    const dialog = page.getByRole('dialog', { name: /^API key/ })
    await page.getByRole('button', { name: 'Enter API key' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Enter API key' }).click()
    await dialog.getByLabel('X-Twofactor-API-Key').fill('half a key')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const keep = page.getByRole('button', { name: 'Keep editing' })
    await keep.click()
    // Otherwise Escape may still answer the question.
    await keep.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await keep.click()
    expect(await dialog.getByLabel('X-Twofactor-API-Key').inputValue()).toBe('half a key')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Enter API key' }).waitFor()
  })

  it('fills in a path, and shows a refusal as it comes', async () => {
    const { page } = await running().open('/docs/api/issuer/getKey')
    await page.getByLabel('PK').fill('nobody/../nothing')
    await page.getByRole('button', { name: 'Send' }).click()
    const status = page.locator('.exchange').getByRole('status')
    await status.getByText(/^4\d\d$/).waitFor()
    await page.getByText(`/issuer/key/nobody%2F..%2Fnothing'`).waitFor()
  })

  it('shows every guide, with its code', async () => {
    const { page } = await running().open('/docs')
    const links = page.getByRole('navigation').locator('a[href^="/docs/guide/"]')
    await links.first().waitFor()
    const titles = await links.allTextContents()
    expect(titles.length).toBeGreaterThan(5)
    for (const title of titles) {
      await page.getByRole('navigation').getByRole('link', { name: title, exact: true }).click()
      await heading(page, title).waitFor()
      expect(await page.locator('article h2').count()).toBeGreaterThan(1)
      const prose = await page.locator('article :is(p, li, th, td)').allTextContents()
      expect(prose.filter((text) => /```|\]\(|\*\*/.test(text))).toEqual([])
    }
  })

  it('leads from a problem of an operation to its place among all, as does its address', async () => {
    const { page } = await running().open('/docs/api/registration/createRegistration')
    await page.getByRole('link', { name: 'capacity-full', exact: true }).click()
    await heading(page, 'Errors').waitFor()
    const row = page.locator('#registration-capacity-full')
    const isInView = () => row.evaluate((element) => Math.abs(element.getBoundingClientRect().top - 80) < 120)
    await row.waitFor()
    expect(await isInView()).toBe(true)
    await page.reload()
    await row.waitFor()
    expect(await isInView()).toBe(true)
  })

  it('finds an operation by what it does, with the keyboard alone', async () => {
    const { page } = await running().open('/docs')
    await heading(page, 'Documentation').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('revoke secret')
    await page.getByRole('link', { name: /Revoke a key by its secret/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await heading(page, /Revoke a key by its secret/).waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  })

  it('finds an error by its meaning, and goes to its place', async () => {
    const { page } = await running().open('/docs')
    await heading(page, 'Documentation').waitFor()
    await page.getByLabel('Search operations, guides, errors and settings').fill('capacity-full')
    await page
      .getByRole('link', { name: /^capacity-full/ })
      .first()
      .click()
    await heading(page, 'Errors').waitFor()
    await page.locator('#registration-capacity-full').waitFor()
  })

  it('sends a request with the keyboard alone', async () => {
    const { page } = await running().open('/docs/api/issuer/getMetadata')
    const send = page.getByRole('button', { name: 'Send' })
    await send.waitFor()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    for (let step = 0; step < 60; step++) {
      if (await send.evaluate((element) => element === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await page.locator('.exchange').getByRole('status').getByText('200').waitFor()
    await page.getByRole('tab', { name: 'Body' }).last().focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('rowheader', { name: 'content-type', exact: true }).waitFor()
  })

  it('narrows problems and settings, and says when nothing is left', async () => {
    const { page } = await running().open('/docs/problems')
    await page.getByLabel('Filter').fill('duplicate-key')
    expect(await page.getByRole('row').count()).toBe(2)
    await page.getByLabel('Filter').fill('no such thing')
    await page.getByText('No results for “no such thing”').first().waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('rowheader', { name: 'LANYARD_URL', exact: true }).waitFor()
  })

  it('speaks the language of the browser, and another when asked', async () => {
    const { page, complaints } = await running().open('/docs/settings', { locale: 'de-AT' })
    await heading(page, 'Einstellungen').waitFor()
    await page.getByLabel('Sprache').selectOption('fr')
    await heading(page, 'Réglages').waitFor()
    await page.reload()
    await heading(page, 'Réglages').waitFor()
    await page.getByLabel('Langue').selectOption('es')
    await heading(page, 'Ajustes').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('es')
    expect(complaints).toEqual([])
  })

  it('keeps the colours that were chosen', async () => {
    const { page } = await running().open('/docs', { colorScheme: 'light' })
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await heading(page, 'Documentation').waitFor()
    const light = await ground()
    await page.getByLabel('Appearance').selectOption('dark')
    const dark = await ground()
    expect(dark).not.toBe(light)
    await page.reload()
    await heading(page, 'Documentation').waitFor()
    expect(await ground()).toBe(dark)
  })

  it('says that nothing is there, for an address that it does not know', async () => {
    const { page } = await running().open('/nowhere')
    await heading(page, 'Page not found').waitFor()
    await page.getByRole('link', { name: 'Go to the overview' }).click()
    await heading(page, 'Documentation').waitFor()
  })

  it('says what went wrong, and tries again', async () => {
    const { page, context } = await running().open('/docs/settings')
    await heading(page, 'Settings').waitFor()
    await context.route('**/eventdata/openapi.json', (route) => route.fulfill({ status: 503, body: '' }), {
      times: 1,
    })
    await page.getByRole('link', { name: 'event data' }).click()
    await page.locator('.operation-list a').first().click()
    await page.getByRole('alert').getByText('Could not load this').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Responses' }).waitFor()
  })

  const screens = [
    '/docs',
    '/docs/api/registration',
    '/docs/api/registration/createRegistration',
    '/docs/guide/sign-in-with-your-phone',
    '/docs/problems',
    '/docs/settings',
    '/docs/nothing',
  ]
  it.each(screens)('keeps nobody out of %s', async (path) => {
    const { page } = await running().open(path, { colorScheme: 'light' })
    await page.locator('h1').waitFor()
    await page.waitForFunction(() => document.querySelector('.skeleton') === null)
    for (const fold of await page.locator('details:not([open]) > summary').all()) await fold.click()
    await expectOpenToAllInBothSizes(page)
  })
})
