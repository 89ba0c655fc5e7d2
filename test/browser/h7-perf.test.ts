import { writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { it } from 'vitest'
import { BROWSER_ARGUMENTS, findBrowser } from '../../scripts/browser.js'
import { loadConfig } from '../../src/app/config.ts'
import { openContext } from '../../src/app/context.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { createLogger } from '../../src/kernel/log.ts'
import { startServer } from '../child.ts'
import { signIn } from '../console.ts'

it('perf', async () => {
  const out: string[] = []
  const dataFolder = '/tmp/h7-data'
  const place = { engine: 'sqlite', databaseUrl: undefined, dataFolder } as never
  const server = await startServer(place, {})
  const url = server.url.replace('127.0.0.1', 'localhost')
  const config = loadConfig({ cwd: dataFolder, readFile: () => undefined, env: { LANYARD_DATA: dataFolder } })
  const log = createLogger({ level: 'error', write: () => {}, clock: systemClock })
  const context = await openContext(config, { log })
  const [organisation] = (await context.database.all({ name: undefined, compiled: () => ({ sql: 'select o.name, o.id, (select event_id from events_attendees a where a.organisation_id = o.id group by event_id order by count(*) desc limit 1) as event from organisations o where event is not null', writes: false, bind: () => [] }) } as never, {})) as unknown as { name: string; event: string; id: string }[]
  const { token } = await signIn(context, { organisation: organisation?.name ?? '' })
  await context.database.close()
  const headers = { cookie: `lanyard_console=${token}`, 'sec-fetch-site': 'same-origin', 'lanyard-organisation': organisation?.id ?? '' }
  let at = performance.now()
  const answer = await fetch(`${url}/console/api/events/${organisation?.event}/door`, { headers })
  const text = await answer.text()
  out.push(`door ${answer.status}: ${text.length} bytes, ${text.split('\n').length} lines in ${Math.round(performance.now() - at)} ms`)
  for (const path of ['board?withSessions=true', 'board', 'flow', 'records', 'records?q=ma']) {
    at = performance.now()
    const { status } = await fetch(`${url}/console/api/events/${organisation?.event}/attendance/${path}`, { headers })
    out.push(`${path} ${status} ${Math.round(performance.now() - at)} ms`)
  }
  const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: BROWSER_ARGUMENTS })
  const visit = await browser.newContext({ viewport: { width: 360, height: 740 }, storageState: { cookies: [{ name: 'lanyard_console', value: token, domain: 'localhost', path: '/console', expires: -1, httpOnly: true, secure: false, sameSite: 'Strict' }], origins: [] } })
  const page = await visit.newPage()
  await page.goto(`${url}/console/events/${organisation?.event}/check-in`)
  await page.evaluate(() => {
    ;(globalThis as never as { longest: number }).longest = 0
    new PerformanceObserver((list) => { for (const e of list.getEntries()) (globalThis as never as { longest: number }).longest = Math.max((globalThis as never as { longest: number }).longest, e.duration) }).observe({ type: 'longtask' })
  })
  at = performance.now()
  await page.getByRole('button', { name: 'Load the list' }).click()
  await page.getByText(/people, as of/).waitFor({ timeout: 120_000 })
  out.push(`browser prepared in ${Math.round(performance.now() - at)} ms: ${await page.locator('.door-state').textContent()}; longest task ${await page.evaluate(() => (globalThis as never as { longest: number }).longest)} ms`)
  at = performance.now()
  await page.getByLabel('Name or confirmation number').fill('ma')
  await page.getByRole('list', { name: 'People found' }).waitFor()
  out.push(`search ${Math.round(performance.now() - at)} ms`)
  await page.getByRole('list', { name: 'People found' }).getByRole('button').first().click()
  at = performance.now()
  await page.getByText(/Welcome|Already in|Cancelled/).first().waitFor()
  out.push(`scan ${Math.round(performance.now() - at)} ms`)
  at = performance.now()
  await page.reload()
  await page.getByText(/people, as of/).waitFor({ timeout: 120_000 })
  out.push(`reload ${Math.round(performance.now() - at)} ms`)
  // import of 50,000
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${url}/console/contacts`)
  await page.getByRole('button', { name: 'New list' }).click()
  await page.getByLabel(/Name of the list/).fill(`Big ${Date.now()}`)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Import a file' }).click()
  await page.evaluate(() => {
    ;(globalThis as never as { longest: number }).longest = 0
    new PerformanceObserver((list) => { for (const e of list.getEntries()) (globalThis as never as { longest: number }).longest = Math.max((globalThis as never as { longest: number }).longest, e.duration) }).observe({ type: 'longtask' })
  })
  const rows = Array.from({ length: 50_000 }, (_n, i) => `First${i},Last${i},person${i}@example.org,Company ${i % 100},+49301234${i}`)
  await page.getByLabel('Choose a file').setInputFiles({ name: 'big.csv', mimeType: 'text/csv', buffer: Buffer.from(['First name,Last name,E-mail,Company,Phone', ...rows].join('\n')) })
  at = performance.now()
  await page.getByRole('button', { name: 'Import 50000 rows' }).click()
  await page.getByText('The import runs').waitFor({ timeout: 120_000 })
  out.push(`sent in ${Math.round(performance.now() - at)} ms; longest task ${await page.evaluate(() => (globalThis as never as { longest: number }).longest)} ms`)
  writeFileSync('/tmp/h7-perf.txt', out.join('\n'))
  await page.getByText(/50000 added/).waitFor({ timeout: 150_000 }).catch(() => out.push('not finished'))
  out.push(`imported in ${Math.round(performance.now() - at)} ms`)
  writeFileSync('/tmp/h7-perf.txt', out.join('\n'))
  await browser.close()
  await server.end('SIGTERM')
}, 400_000)
