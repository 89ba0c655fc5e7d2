import { it } from 'vitest'
import { loadConfig } from '../../src/app/config.ts'
import { openContext } from '../../src/app/context.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { createLogger } from '../../src/kernel/log.ts'
import { enqueueMessage } from '../../src/platform/delivery/messages.ts'
import { addFigure } from '../../src/platform/figures/store.ts'
import { createWebhook } from '../../src/platform/webhooks/endpoints.ts'
import { sendTestWebhook } from '../../src/platform/webhooks/reach.ts'
import { findBarriers } from './barriers.ts'
import { describeInBrowser } from './chromium.ts'
import { openConsole } from './operator.ts'

describeInBrowser('shots', (running) => {
  it('shoots', { timeout: 120_000 }, async () => {
    const { place } = running()
    const visit0 = await openConsole(running(), { path: '/start' })
    await visit0.page.waitForTimeout(1500)
    await visit0.page.screenshot({ path: '/tmp/h3-shot-start-empty.png', fullPage: true })
    const config = loadConfig({
      cwd: place.dataFolder,
      readFile: () => undefined,
      env: { LANYARD_DATA: place.dataFolder },
    })
    const context = await openContext(config, {
      log: createLogger({ level: 'error', write: () => {}, clock: systemClock }),
    })
    const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
    for (let n = 0; n < 300; n++)
      for (const name of [
        'sign-ins',
        'sends',
        'deliveries',
        'registrations',
        'check-ins',
        'failed-deliveries',
      ])
        await addFigure(context.database, {
          name,
          organisation_id: '',
          hour: hour - n * 3_600_000,
          amount: Math.round((name === 'failed-deliveries' ? 3 : 80) * (1 + Math.sin(n / 4)) + (n % 7)),
        })
    await context.database.write(async (tx) => {
      for (let n = 0; n < 4; n++)
        await enqueueMessage(tx, context, {
          channel: n % 2 ? 'sms' : 'email',
          to: '+15550100',
          text: `Your code is 12345${n} ‮<script>`,
          subject: 'Code',
          purpose: 'twofactor.code',
        })
    })
    const { id } = await createWebhook(
      context,
      { service: 'issuer', url: 'https://hooks.example.org/lanyard' },
      () => {},
    )
    await sendTestWebhook(context, id, 'local')
    await context.database.close()
    const say: string[] = []
    for (const path of [
      '/',
      '/start',
      '/tasks',
      '/outbox',
      '/webhooks',
      `/webhooks/${id}`,
      '/audit',
      '/settings',
    ]) {
      for (const [suffix, options] of [
        ['wide', { viewport: { width: 1280, height: 900 } }],
        ['dark', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' as const }],
        ['phone', { viewport: { width: 360, height: 740 } }],
      ] as const) {
        const visit = await openConsole(running(), { path, options })
        await visit.page.waitForTimeout(1200)
        const name = path.replaceAll(/\W+/g, '-').slice(0, 12)
        await visit.page.screenshot({ path: `/tmp/h3-shot${name}-${suffix}.png`, fullPage: true })
        say.push(
          `${path} ${suffix} ${JSON.stringify(visit.complaints)} ${suffix === 'wide' ? JSON.stringify(await findBarriers(visit.page)) : ''} ${await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)}`,
        )
        await visit.context.close()
      }
    }
    process.stdout.write(`${say.join('\n')}\n`)
  })
})
