// @ts-check

/** @typedef {import('./stage.js').Stage} Stage */
/** @typedef {import('playwright-core').Page} Page */

/**
 * An owner signs in for the first time, and walks through what the console shows of the demo's conference.
 * @param {Stage} stage
 */
export async function walkConsole(stage) {
  const { server, open, take } = stage
  const page = await open()
  await signIn(stage, page)
  await page.getByLabel('Organisation').selectOption({ label: 'Passage Conferences' }, { force: true })
  const show = async (/** @type {string} */ path, /** @type {string} */ name) => {
    await page.goto(`${server.url}/console${path}`)
    await settle(page)
    await take(page, `console-${name}`)
  }
  await page.getByRole('tab', { name: 'Last 30 days' }).click()
  await page.getByRole('heading', { name: 'Today' }).evaluate((heading) => heading.scrollIntoView())
  await settle(page)
  await take(page, 'console-home')
  await show('/applications', 'applications')
  await show('/events', 'events')
  await page.locator('main a[href*="/events/"]:not([href$="/new"])').first().click()
  await page.waitForURL(/\/events\/[0-9a-f-]{36}/)
  const event = /\/events\/[0-9a-f-]{36}/.exec(page.url())?.[0] ?? ''
  await show(event, 'event')
  await show(`${event}/form`, 'form')
  await show(`${event}/schedule`, 'schedule')
  await show(`${event}/registrations`, 'registrations')
  await show(`${event}/attendance`, 'attendance')
  await show(`${event}/check-in`, 'check-in')
  await page.context().close()
}

/**
 * By a one-time link, with a passkey of a security key that the browser pretends to have.
 * @param {Stage} stage
 * @param {Page} page
 */
async function signIn({ server, open, take }, page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const args = ['operator', 'invite', '--email', 'ada@example.org', '--name', 'Ada Lovelace', '--json']
  const { link } = JSON.parse(await server.run(args))
  const address = `${server.url}/console/invitation#${link.split('#')[1]}`
  const follow = async (/** @type {Page} */ visited) => {
    await visited.goto(address)
    const button = visited.getByRole('button', { name: 'Create a passkey' })
    await button.waitFor()
    return button
  }
  const visitor = await open()
  await follow(visitor)
  await take(visitor, 'console-invitation')
  await visitor.context().close()
  await (await follow(page)).click()
  await page.waitForURL(/\/console$/)
}

/**
 * Until nothing loads any more.
 * @param {Page} page
 */
async function settle(page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
}
