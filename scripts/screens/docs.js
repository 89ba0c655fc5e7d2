// @ts-check

/** @param {import('./stage.js').Stage} stage */
export async function walkDocs({ server, open, take }) {
  const page = await open()
  await page.goto(`${server.url}/docs`)
  await page
    .getByText(/\d+ operations/)
    .first()
    .waitFor()
  await take(page, 'docs')
  await page.goto(`${server.url}/docs/api/issuer/getJwks`)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('.exchange').getByText('"keys"').waitFor()
  await page.getByRole('heading', { name: 'Try it' }).evaluate((heading) => heading.scrollIntoView())
  await take(page, 'docs-try')
  await page.context().close()
}
