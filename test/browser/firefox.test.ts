import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { FIREFOXES, findFirefox } from '../../scripts/browser.js'
import { type ServerProcess, startServer } from '../child.ts'
import { createPlace, type Place } from '../engines.ts'
import { PATIENCE, within } from '../speed.ts'
import { newAsker, verifyAnswer } from './asker.ts'
import { openBank } from './bank.ts'
import { lastMail } from './mails.ts'
import { openEvent } from './open-event.ts'

const PHONE = { width: 390, height: 844 }
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
    browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: program ?? '',
      headless: true,
      // Unlike page.setViewport, it works in versions of Firefox that know no screen orientation.
      defaultViewport: PHONE,
    })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.end('SIGTERM')
    await place?.remove()
  })

  const running = () => ({ place, url: server.url.replace('127.0.0.1', 'localhost') })

  async function open(path: string): Promise<{ page: Page; complaints: string[] }> {
    // A profile for each visit: everyone is a new person.
    const context = await browser.createBrowserContext()
    const page = await context.newPage()
    page.setDefaultTimeout(within(30_000))
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(PHONE.width)
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
    await click(page, 'form button.primary')
    await find(page, '[aria-invalid="true"]')
    for (const [name, value] of [
      ['firstName', 'Ada'],
      ['lastName', 'Lovelace'],
      ['email', 'ada@example.org'],
    ])
      await fill(page, `[name="${name}"]`, value ?? '')
    await click(page, 'form button.primary')
    await lastMail(running(), 'ada@example.org', /Keys and Badges/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    expect(complaints).toEqual([])
  })

  it('the authenticator creates an identity that the server knows, and keeps it', async () => {
    const { page, complaints } = await open('/authenticator')
    await fill(page, 'main form input', 'Grace Hopper')
    const registered = page.waitForResponse((response) => response.request().method() === 'POST')
    await click(page, 'main form button.primary')
    expect((await registered).status()).toBe(201)
    await page.goto(new URL('/authenticator/identities', page.url()).href)
    await says(page, 'main', 'Grace Hopper')
    expect(complaints).toEqual([])
  })

  async function newPerson(): Promise<{ page: Page; complaints: string[]; sub: string }> {
    const { page, complaints } = await open('/authenticator')
    await fill(page, 'main form input', 'Grace Hopper')
    await click(page, 'main form button.primary')
    await says(page, 'h1', 'You’re ready')
    await page.goto(new URL('/authenticator/identities', page.url()).href)
    const link = await find(page, 'a.card')
    const path = (await link.evaluate((element) => element.getAttribute('href'))) ?? ''
    return { page, complaints, sub: path.slice(path.lastIndexOf('/') + 1) }
  }

  const goHome = (page: Page) => page.goto(new URL('/authenticator', page.url()).href)

  /** Opens the request that appears on the first page, and approves it. */
  async function approve(page: Page, number: string): Promise<void> {
    await click(page, '.waiting-list a')
    await fill(page, 'main input[inputmode="numeric"]', number)
    await click(page, 'main form button.primary')
    await says(page, 'h1', 'Approved')
  }

  it('a sign-in is approved with the number, and the application gets a token that verifies', async () => {
    const { url } = running()
    const [asker, { page, complaints, sub }] = [await newAsker(running()), await newPerson()]
    await goHome(page)
    const created = await asker.ask({ sub, scope: 'name~r', message: 'Sign in', nonce: 'n1' })
    await approve(page, created.number)
    const { status, token = '' } = await asker.result(created)
    expect(status).toBe('completed')
    const answer = await verifyAnswer(url, token, asker.fingerprint)
    expect(answer).toMatchObject({ sub, nonce: 'n1', claims: { name: 'Grace Hopper' } })
    expect(complaints).toEqual([])
  })

  it('a two-factor request is approved on a device that was connected by a link', async () => {
    const bank = await openBank(running())
    const { id, code } = await bank.newUser()
    const { page, complaints } = await open(`/authenticator#/enrol/${code}`)
    await click(page, 'main form button.primary')
    await says(page, 'h1', 'is connected')
    await goHome(page)
    const asked = await bank.ask(id, { message: 'Send 20 euros?', number_match: true })
    await approve(page, asked.number ?? '')
    expect(await bank.result(asked)).toBe('approved')
    expect(complaints).toEqual([])
  })
})

// Puppeteer's own locators and waits compile functions in the page, which older versions of Firefox refuse under its
// content security policy.

async function find(page: Page, selector: string): Promise<ElementHandle> {
  return vi.waitFor(async () => {
    const element = await page.$(selector)
    if (!(await element?.isVisible())) throw new Error(`${page.url()} shows no ${selector}`)
    return element as ElementHandle
  }, PATIENCE)
}

async function click(page: Page, selector: string): Promise<void> {
  await (await find(page, selector)).click()
}

async function fill(page: Page, selector: string, text: string): Promise<void> {
  await (await find(page, selector)).type(text)
}

async function says(page: Page, selector: string, text: string): Promise<void> {
  await vi.waitFor(async () => {
    const shown = await page.$eval(selector, (element) => element.textContent)
    if (!shown?.includes(text)) throw new Error(`${page.url()} says ${shown}`)
  }, PATIENCE)
}
