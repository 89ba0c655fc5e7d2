import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIREFOXES, findFirefox } from '../../scripts/browser.js'
import { type ServerProcess, startServer } from '../child.ts'
import { createPlace, type Place } from '../engines.ts'
import { within } from '../speed.ts'
import { lastMail } from './mails.ts'
import { openEvent } from './open-event.ts'

const program = findFirefox()
if (program === undefined)
  process.stderr.write(`skipped, for want of ${FIREFOXES.join(' or ')}: the apps in Firefox\n`)

// Without the browser there is nothing to drive.
describe.skipIf(program === undefined)('in Firefox', () => {
  let place: Place
  let server: ServerProcess
  let browser: Browser
  beforeAll(async () => {
    place = await createPlace('sqlite', 'migrated')
    server = await startServer(place)
    browser = await puppeteer.launch({ browser: 'firefox', executablePath: program ?? '', headless: true })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.end('SIGTERM')
    await place?.remove()
  })

  const running = () => ({ place, url: server.url.replace('127.0.0.1', 'localhost') })

  async function open(path: string): Promise<{ page: Page; complaints: string[] }> {
    const page = await browser.newPage()
    page.setDefaultTimeout(within(30_000))
    await page.setViewport({ width: 390, height: 844 })
    const complaints: string[] = []
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    await page.goto(new URL(path, running().url).href)
    return { page, complaints }
  }

  it('people register on the page, correct what is wrong, and get their mail', async () => {
    const code = await openEvent(running())
    const { page, complaints } = await open(`/e/${code}`)
    await page.locator('form button.primary').click()
    await page.waitForSelector('[aria-invalid="true"]')
    for (const [name, value] of [
      ['firstName', 'Ada'],
      ['lastName', 'Lovelace'],
      ['email', 'ada@example.org'],
    ])
      await page.locator(`[name="${name}"]`).fill(value ?? '')
    await page.locator('form button.primary').click()
    await lastMail(running(), 'ada@example.org', /Keys and Badges/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    expect(complaints).toEqual([])
  })

  it('the authenticator creates an identity that the server knows, and keeps it', async () => {
    const { page, complaints } = await open('/authenticator')
    await page.locator('main form input').fill('Grace Hopper')
    const registered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.locator('main form button.primary').click()
    expect((await registered).status()).toBe(201)
    await page.goto(new URL('/authenticator/identities', page.url()).href)
    await page.waitForFunction(() => document.querySelector('main')?.textContent?.includes('Grace Hopper'))
    expect(complaints).toEqual([])
  })
})
