import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { createApiKey } from '../../app/commands/program.ts'
import { describeInBrowser } from '../chromium.ts'

/** The server must know its own host, and so its port, before it starts. */
async function findPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const port = await findPort()
const address = `http://auth.localhost:${port}`

describeInBrowser(
  'the authenticator on a host of its own',
  (running) => {
    it('enrols by its link, speaks to its own host only, and works offline', async () => {
      const { place, url, open } = running()
      const key = await createApiKey(place, 'twofactor', { name: 'Bank' })
      const call = async (path: string, body: string) => {
        const headers = { 'x-twofactor-api-key': key, 'content-type': 'application/x-www-form-urlencoded' }
        const sent = await fetch(`${url}/twofactor/protected/json${path}`, { method: 'POST', headers, body })
        return (await sent.json()) as Record<string, unknown>
      }
      const user = await call('/users/new', 'user[cellphone]=775-461-5609&user[country_code]=1')
      const { enrolment } = await call(`/users/${user.twofactor_id}/enrolments`, '')
      const link = (enrolment as { url: string }).url
      expect(link).toMatch(new RegExp(`^${address}#/enrol/\\w{24}$`))

      const { page, context, complaints, asked } = await open(link, { locale: 'de-AT' })
      await page.getByRole('button', { name: 'Dieses Gerät hinzufügen' }).click()
      await page.getByRole('link', { name: 'Codes anzeigen' }).click()
      await page.getByText('Bank', { exact: true }).waitFor()
      expect(page.url()).toBe(`${address}/codes`)
      expect([...new Set(asked.map((asked) => new URL(asked).origin))]).toEqual([address])
      expect(complaints).toEqual([])

      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
      await context.setOffline(true)
      for (const path of ['/', '/codes']) {
        await page.goto(address + path)
        await page.locator('.digits', { hasText: /\d{3}/ }).waitFor()
      }
    })

    it('is where the main host leads to, with what stands behind the hash', async () => {
      const { page } = await running().open('/authenticator#/enrol/abcdefghijklmnopqrstuvwx')
      await page.getByRole('heading', { level: 1, name: 'Connect a service' }).waitFor()
      expect(page.url()).toBe(`${address}/link`)
    })
  },
  { PORT: String(port), LANYARD_AUTHENTICATOR_URL: address },
)
