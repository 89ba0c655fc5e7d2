// @ts-check

/**
 * The demo's conference as its visitors see it.
 * @param {import('./stage.js').Stage} stage
 */
export async function walkRegister({ server, open, take }) {
  const page = await open()
  await page.goto(`${server.url}/e/${await findCode(server)}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await take(page, 'register')
  await page
    .getByLabel(/^First name/)
    .first()
    .scrollIntoViewIfNeeded()
  await page
    .getByLabel(/^First name/)
    .first()
    .fill('Grace')
  await take(page, 'register-form')
  await page.context().close()
}

/**
 * The demo is there already: it says where.
 * @param {import('../temporary-server.js').TemporaryServer} server
 */
async function findCode(server) {
  return JSON.parse(await server.run(['demo', '--json'])).event.code
}
