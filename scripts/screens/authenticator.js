// @ts-check
import { join } from 'node:path'
import { startBank } from '../../examples/sign-in/server.js'

/** @typedef {import('./stage.js').Stage} Stage */
/** @typedef {import('playwright-core').Page} Page */

const CODES = [
  'otpauth://totp/Mail:ada%40example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Mail',
  'otpauth://totp/Library:ada?secret=KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU&issuer=Library',
]

/**
 * From the first start to a confirmed transfer, with the sample application on the other screen.
 * @param {Stage} stage
 */
export async function walkAuthenticator(stage) {
  const bank = await startExample(stage)
  const [app, page] = [await stage.open(), await stage.open()]
  await meet(stage, app)
  await signIn(stage, app, await goTo(page, bank.url))
  for (const code of CODES) await addCode(stage, app, code)
  await connect(stage, app, page)
  await confirm(stage, app, page)
  await app.goto(`${stage.server.url}/authenticator/history`)
  await app.getByText('Little Bank').nth(1).waitFor()
  await stage.take(app, 'authenticator-history')
  await Promise.all([app.context().close(), page.context().close()])
  await bank.close()
}

/** @param {Stage} stage */
async function startExample({ server }) {
  const made = await server.run([
    'key',
    'create',
    '--service',
    'twofactor',
    '--name',
    'Little Bank',
    '--json',
  ])
  return startBank({
    lanyard: server.url,
    twofactorKey: JSON.parse(made).key,
    dataFolder: join(server.dataFolder, 'example'),
    port: 0,
  })
}

/**
 * @param {Page} page
 * @param {string} address
 */
async function goTo(page, address) {
  await page.goto(address)
  return page
}

/**
 * @param {Stage} stage
 * @param {Page} app
 */
async function meet({ server, take }, app) {
  await app.goto(`${server.url}/authenticator`)
  await app.getByLabel('Name').fill('Ada Lovelace')
  await take(app, 'authenticator-welcome')
  await app.getByLabel('Name').fill('Ada Lovelace')
  await app.getByRole('button', { name: 'Create identity' }).click()
  await app.getByRole('heading', { level: 1, name: /^You’re ready/ }).waitFor()
  await app.getByRole('link', { name: 'Add e-mail or phone' }).click()
  await app.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor()
  await take(app, 'authenticator-identity')
}

/**
 * @param {Stage} stage
 * @param {Page} app
 * @param {Page} page
 */
async function signIn({ take }, app, page) {
  await page.getByRole('button', { name: 'Sign in with your phone' }).click()
  const number = page.locator('#signing-in output')
  await number.getByText(/^\d\d$/).waitFor()
  await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => undefined)
  await take(page, 'example-sign-in')
  await app.goto((await page.locator('#signing-in a').first().getAttribute('href')) ?? '')
  await approve(app, (await number.textContent()) ?? '', () => take(app, 'authenticator-request'))
  await page.getByRole('heading', { name: 'Hello' }).waitFor()
}

/**
 * @param {Stage} stage
 * @param {Page} app
 * @param {string} code
 */
async function addCode({ server }, app, code) {
  await app.goto(`${server.url}/authenticator/add`)
  await app.getByLabel('Or paste a link').fill(code)
  await app.getByRole('button', { name: 'Open' }).click()
  await app.getByRole('button', { name: 'Add', exact: true }).click()
  await app.getByRole('heading', { level: 1, name: 'Codes' }).waitFor()
}

/**
 * Proves a number to the bank, and enrols the authenticator there.
 * @param {Stage} stage
 * @param {Page} app
 * @param {Page} page
 */
async function connect({ server }, app, page) {
  await page.getByLabel('Mobile number').fill('775 461 5609')
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code', { exact: true }).waitFor()
  let code
  while (code === undefined)
    code = /\b\d{6}\b/.exec(await server.run(['outbox', '--to', '+17754615609']).catch(() => ''))?.[0]
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Verify code' }).click()
  await page.getByRole('heading', { name: 'Connect your authenticator' }).waitFor()
  await app.goto((await page.locator('#device a').getAttribute('href')) ?? '')
  await app.getByRole('button', { name: 'Add this device' }).click()
  await app.getByRole('heading', { name: /is connected/ }).waitFor()
}

/**
 * @param {Stage} stage
 * @param {Page} app
 * @param {Page} page
 */
async function confirm({ server, take }, app, page) {
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const number = page.locator('#confirming output')
  await number.getByText(/^\d\d$/).waitFor()
  await app.goto(`${server.url}/authenticator`)
  const waiting = app.getByRole('link', { name: /Send 250.00 EUR to Bob/ })
  await waiting.waitFor()
  await take(app, 'authenticator-home')
  await waiting.click()
  await approve(app, (await number.textContent()) ?? '', () => take(app, 'authenticator-approval'))
  await page.getByText('The money is on its way').waitFor()
}

/**
 * Taking the picture may load the page again, so the number is entered before and after it.
 * @param {Page} app
 * @param {string} number
 * @param {() => Promise<void>} show
 */
async function approve(app, number, show) {
  const enter = () => app.getByLabel('Number on the other screen').fill(number)
  await enter()
  await app.getByRole('heading', { level: 1 }).evaluate(() => window.scrollTo(0, 0))
  await show()
  await enter()
  await app.getByRole('button', { name: 'Approve' }).click()
}
