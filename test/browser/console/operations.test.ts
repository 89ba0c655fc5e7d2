import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { loadConfig } from '../../../src/app/config/config.ts'
import { openContext } from '../../../src/app/context/context.ts'
import { systemClock } from '../../../src/kernel/base/clock.ts'
import { createLogger } from '../../../src/kernel/base/log.ts'
import type { Context } from '../../../src/kernel/context.ts'
import { enqueueMessage } from '../../../src/platform/delivery/messages.ts'
import { addFigure } from '../../../src/platform/figures/store.ts'
import { expectOpenToAll } from '../barriers.ts'
import { type BrowserSuite, describeInBrowser } from '../chromium.ts'
import { isOneLine } from '../one-line.ts'
import { openConsole } from '../operator.ts'

const HOUR_MS = 3_600_000
const phone = { viewport: { width: 360, height: 740 } }

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The storage of the server that runs beside. */
async function storage({ place }: BrowserSuite): Promise<Context> {
  const config = loadConfig({
    cwd: place.dataFolder,
    readFile: () => undefined,
    env: { LANYARD_DATA: place.dataFolder },
  })
  const log = createLogger({ level: 'error', write: () => {}, clock: systemClock })
  const context = await openContext(config, { log })
  onTestFinished(() => context.database.close())
  return context
}

async function send(context: Context, text: string): Promise<void> {
  const message = { channel: 'sms', to: '+15550100', text, purpose: 'test.message' } as const
  await context.database.write((tx) => enqueueMessage(tx, context, message))
}

async function startReceiver(): Promise<{ url: string; taken: string[] }> {
  const taken: string[] = []
  const server: Server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      taken.push(JSON.parse(text).type)
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, taken }
}

describeInBrowser(
  'the operations side of the console',
  (running) => {
    it('shows live figures, their charts and the same numbers as a table', async () => {
      const context = await storage(running())
      const hour = Math.floor(systemClock.now() / HOUR_MS) * HOUR_MS
      const figure = { organisation_id: '', hour }
      await addFigure(context.database, { ...figure, name: 'registrations', amount: 41 })
      const { page, complaints, asked } = await openConsole(running(), { path: '/' })
      const card = page.getByRole('listitem').filter({ hasText: 'Registrations' })
      await card.getByText('41', { exact: true }).waitFor()
      await page.locator('.chart canvas').first().waitFor()
      await addFigure(context.database, { ...figure, name: 'registrations', amount: 1_000 })
      await card.getByText('1,041', { exact: true }).waitFor()
      await page.getByText('Show as a table').click()
      const row = page.getByRole('row').nth(1)
      await row.waitFor()
      await page.getByRole('tab', { name: 'Last 30 days' }).click()
      await page.locator('.chart canvas').first().waitFor()
      await expectOpenToAll(page)
      expect(complaints).toEqual([])
      expect(asked.filter((url) => !url.startsWith(running().url))).toEqual([])
    })

    it('says that the numbers are old when the server is out of reach', async () => {
      const { page, context } = await openConsole(running(), { path: '/' })
      await page.getByRole('heading', { name: 'Today' }).waitFor()
      await context.setOffline(true)
      await page.getByText('These figures may be out of date').waitFor()
    })

    it('guides through the first steps; the card can be put away, and the guide is found again', async () => {
      const { page } = await openConsole(running(), { path: '/', options: phone })
      await page.getByRole('link', { name: 'Show all steps' }).click()
      await heading(page, 'First steps').waitFor()
      await page.getByRole('heading', { name: 'Create an application' }).waitFor()
      await expectOpenToAll(page)
      await page.goBack()
      await press(page, 'Hide')
      await page.reload()
      await page.getByRole('heading', { name: 'Today' }).waitFor()
      expect(await page.getByRole('link', { name: 'Show all steps' }).count()).toBe(0)
      await press(page, 'Menu')
      await page.getByRole('link', { name: 'First steps' }).click()
      await heading(page, 'First steps').waitFor()
    })

    it.each(['en-GB', 'de-DE', 'fr-FR', 'es-ES'])(
      'calls every page by its name in the navigation, in %s',
      async (locale) => {
        const { page } = await openConsole(running(), { path: '/', options: { locale } })
        const places = page.locator('nav.side section')
        const links = places.getByRole('link')
        await links.first().waitFor()
        const names = (await links.allTextContents()).map((name) => name.trim())
        expect(names).toHaveLength(13)
        for (const name of names) {
          await places.getByRole('link', { name, exact: true }).click()
          await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
        }
      },
    )

    it('shows the delivery log without recipients, and the texts of the outbox inert', async () => {
      const context = await storage(running())
      await send(context, 'Your code is 314159 <img src=x onerror=alert(1)> \u202e')
      const { page, complaints } = await openConsole(running(), { path: '/outbox', options: phone })
      const sent = page.locator('.badge', { hasText: 'Sent' })
      const refreshed = () => press(page, 'Refresh').then(() => sent.count())
      await expect.poll(refreshed).toBeGreaterThan(0)
      expect(await page.content()).not.toMatch(/15550100|314159/)
      await expectOpenToAll(page)
      await page.getByRole('tab', { name: 'Outbox' }).click()
      await press(page, 'Show messages')
      await page.getByText('<img src=x onerror=alert(1)>').waitFor()
      expect(await page.locator('main img').count()).toBe(0)
      await expectOpenToAll(page)
      expect(complaints).toEqual([])
    })

    it('makes a webhook with its secret shown once, tests it and sends it again', async () => {
      const { url, taken } = await startReceiver()
      const { page, complaints } = await openConsole(running(), { path: '/webhooks' })
      await page.getByText('No webhooks yet').waitFor()
      await press(page, 'New webhook')
      await page.getByLabel('URL').fill('http://127.0.0.2/hook')
      await press(page, 'Create webhook')
      await page.getByText('This server can’t call that address').waitFor()
      await page.getByLabel('URL').fill(url)
      await page.getByLabel('registration.created').check()
      await expectOpenToAll(page)
      await press(page, 'Create webhook')
      await page.getByText(/^whsec_/).waitFor()
      await press(page, 'I have saved it')
      await page.getByRole('link', { name: url }).click()
      await heading(page, 'Webhook').waitFor()
      await press(page, 'Send test')
      await expect.poll(() => taken).toEqual(['lanyard.test'])
      await page.locator('.badge', { hasText: 'Delivered' }).first().waitFor()
      await press(page, 'Resend: lanyard.test')
      await expect.poll(() => taken).toHaveLength(2)
      await expectOpenToAll(page)
      await press(page, 'Delete webhook')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click()
      await page.getByText('No webhooks yet').waitFor()
      expect(complaints.filter((text) => !text.includes('422'))).toEqual([])
    })

    it('filters the audit trail, checks its chain, and exports it as a task that is found again', async () => {
      const { page, complaints } = await openConsole(running(), { path: '/audit' })
      await page.getByLabel('Action').fill('session.*')
      await press(page, 'Filter')
      await page.getByText('session.open').first().waitFor()
      await page.getByRole('cell', { name: 'The owner signed in' }).first().waitFor()
      expect(await isOneLine(page.getByRole('button', { name: /^(Filter|Clear)$/ }))).toBe(true)
      await press(page, 'Check now')
      await page.getByText('The trail is intact.').waitFor()
      await expectOpenToAll(page)
      await press(page, 'Export as CSV')
      await page.getByRole('link', { name: 'Download file' }).waitFor()
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Download file' }).click()
      expect((await download).suggestedFilename()).toMatch(/^audit-.+\.csv$/)
      await page.getByRole('link', { name: 'Tasks' }).click()
      await page.getByRole('link', { name: 'Audit trail' }).nth(1).click()
      await page.getByRole('link', { name: 'Download file' }).waitFor()
      await expectOpenToAll(page)
      expect(complaints).toEqual([])
    })

    it('shows the settings in force and no secret; who may not see them is told so', async () => {
      const { page } = await openConsole(running(), { path: '/settings', options: phone })
      await page.getByText('LANYARD_METRICS_TOKEN').waitFor()
      await page.getByText('Set (hidden)').first().waitFor()
      expect(await page.content()).not.toContain('hunter2hunter2hunter2')
      await expectOpenToAll(page)
      const guide = page.getByRole('link', { name: 'How to set up a gateway' })
      const [opened] = await Promise.all([page.waitForEvent('popup'), guide.click()])
      await heading(opened, 'Send through a gateway').waitFor()
      await press(page, 'Menu')
      const documentation = page.getByRole('link', { name: 'Documentation' })
      expect(await documentation.getAttribute('href')).toBe(`${running().url}/docs`)
      const organiser = await openConsole(running(), { path: '/settings', role: 'organiser' })
      await heading(organiser.page, 'You don’t have access to this page').waitFor()
      expect(await organiser.page.getByRole('link', { name: 'Audit trail' }).count()).toBe(0)
    })
  },
  { LANYARD_OUTBOUND_ALLOW: '127.0.0.1', LANYARD_METRICS_TOKEN: 'hunter2hunter2hunter2' },
)
