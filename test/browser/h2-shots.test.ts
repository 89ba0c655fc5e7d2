import { it } from 'vitest'
import { mkdirSync } from 'node:fs'
import { describeInBrowser } from './chromium.ts'
import { openConsole } from './operator.ts'

const out = '/tmp/h2/shots'
describeInBrowser('shots', (running) => {
  it('takes', async () => {
    mkdirSync(out, { recursive: true })
    const { page } = await openConsole(running(), { path: '/applications/new', options: { viewport: { width: 1280, height: 900 } } })
    const shot = async (name: string) => {
      await page.locator('.skeleton').waitFor({ state: 'detached' })
      await page.screenshot({ path: `${out}/${name}.png`, fullPage: true })
    }
    await shot('new-application')
    await page.getByLabel('Name').fill('Webshop of the harbour')
    await page.getByRole('button', { name: 'Make the application' }).click()
    await page.getByRole('heading', { name: 'The application is made' }).waitFor()
    await shot('made')
    await page.getByRole('link', { name: 'Open the test bench' }).click()
    await page.getByLabel('Phone number').fill('+1 775 461 5609')
    await page.getByRole('button', { name: 'Enrol' }).click()
    await page.getByRole('button', { name: 'Send an SMS' }).click()
    const code = /\d{7}/.exec((await page.locator('.id-message').textContent()) ?? '')?.[0] ?? ''
    await page.getByRole('button', { name: 'Make a secret' }).click()
    await page.locator('.id-qr').waitFor()
    await page.getByLabel('Code').fill(code)
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await page.getByText('Token is valid.').waitFor()
    await shot('bench')
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await page.getByText('used recently').waitFor()
    await page.goto(`${running().url}/console/applications`)
    await page.getByRole('link', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('CRM')
    await shot('new-key')
    await page.getByRole('button', { name: 'Make the key' }).click()
    await page.getByRole('link', { name: 'I have kept it' }).click()
    await page.getByRole('button', { name: /Rotate CRM/ }).click()
    await page.screenshot({ path: `${out}/rotate.png` })
    await page.keyboard.press('Escape')
    await fetch(`${running().url}/issuer/.well-known/jwks.json`)
    await fetch(`${running().url}/issuer/scope`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ scope: 'name email~r' }) })
    const paths = ['/applications', '/twofactor/users', '/twofactor/sends', '/twofactor/approvals', '/twofactor/guard', '/twofactor/statistics', '/issuer/keys', '/issuer/jobs', '/issuer/signing-keys', '/issuer/applications']
    for (const path of paths) {
      await page.goto(`${running().url}/console${path}`)
      await page.locator('h1').waitFor()
      await shot(path.slice(1).replace('/', '-'))
    }
    await page.goto(`${running().url}/console/applications`)
    await page.getByRole('link', { name: 'Webshop' }).click()
    await page.getByRole('heading', { name: 'Keys' }).waitFor()
    await shot('application')
    await page.goto(`${running().url}/console/twofactor/users`)
    await page.getByRole('link', { name: /^\d+$/ }).click()
    await page.getByRole('heading', { name: 'Devices' }).waitFor()
    await shot('user')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 360, height: 740 })
    for (const path of ['/applications', '/applications/new', '/twofactor/users', '/twofactor/statistics', '/twofactor/bench', '/issuer/signing-keys', '/twofactor/sends']) {
      await page.goto(`${running().url}/console${path}`)
      await page.locator('h1').waitFor()
      await shot(`dark-${path.slice(1).replace('/', '-')}`)
    }
  })
})
