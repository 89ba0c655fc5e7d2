import { it } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { createLogger } from '../../src/kernel/log.ts'
import { loadConfig } from '../../src/app/config.ts'
import { openContext } from '../../src/app/context.ts'
import { addFigure } from '../../src/platform/figures/store.ts'
import { createWebhook } from '../../src/platform/webhooks/endpoints.ts'
import { sendTestWebhook } from '../../src/platform/webhooks/reach.ts'
import { describeInBrowser } from './chromium.ts'
import { openConsole } from './operator.ts'

describeInBrowser('shots', (running) => {
  it('shoots', { timeout: 120_000 }, async () => {
    const { place } = running()
    const config = loadConfig({ cwd: place.dataFolder, readFile: () => undefined, env: { LANYARD_DATA: place.dataFolder } })
    const context = await openContext(config, { log: createLogger({ level: 'error', write: () => {}, clock: systemClock }) })
    const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
    await context.database.write(async (tx) => {
    for (let n = 0; n < 900; n++)
      for (const name of ['sign-ins', 'sends', 'deliveries', 'registrations', 'check-ins', 'failed-deliveries'])
        await addFigure(tx, { name, organisation_id: '', hour: hour - n * 3_600_000, amount: Math.round((name === 'failed-deliveries' ? 3 : 80) * (1 + Math.sin(n / 4)) + (n % 7)) })
    })
    const { id } = await createWebhook(context, { service: 'issuer', url: 'https://hooks.example.org/lanyard' }, () => {})
    await sendTestWebhook(context, id, 'local')
    await context.database.close()
    const wide = { viewport: { width: 1280, height: 900 } }
    for (const [name, path, options] of [
      ['home', '/', { ...wide, colorScheme: 'dark' as const }],
      ['homede', '/', { viewport: { width: 360, height: 740 }, locale: 'de-DE' }],
      ['hook', `/webhooks/${id}`, { viewport: { width: 360, height: 740 } }],
      ['audit', '/audit', wide],
      ['settings', '/settings', wide],
    ] as const) {
      const visit = await openConsole(running(), { path, options })
      await visit.page.waitForTimeout(1500)
      if (name === 'home') { await visit.page.getByRole('tab').nth(1).click(); await visit.page.waitForTimeout(1500) }
      await visit.page.screenshot({ path: `/tmp/h3-second-${name}.png`, fullPage: true })
      process.stdout.write(`${name} ${JSON.stringify(visit.complaints)} ${await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)}\n`)
      await visit.context.close()
    }
  })
})
