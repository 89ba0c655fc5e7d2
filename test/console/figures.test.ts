import { expect, it } from 'vitest'
import { auditExportKind } from '../../src/console/audit/export.ts'
import { enqueueMessage } from '../../src/platform/delivery/messages.ts'
import { startTask } from '../../src/platform/tasks/tasks.ts'
import { onEachApp, type RunningApp } from '../harness.ts'
import { newName, signedIn } from './operations.ts'
import { consoleOf, refusalOf } from './wire.ts'

/** What is counted is stored when time passes; a stop of the server would store it too. */
async function flush({ app }: RunningApp): Promise<void> {
  await app.figures.flush()
}

onEachApp('figures in the console', (running) => {
  it('a delivery and a failure are counted for the whole server', async () => {
    const { api } = await signedIn(running())
    const { context } = running().app
    const send = (channel: 'sms' | 'push') =>
      context.database.write((tx) =>
        enqueueMessage(tx, context, { channel, to: '+15550100', text: 'x', purpose: 'test' }),
      )
    await send('sms')
    await send('sms')
    // No way out is open for push messages of this kind.
    await send('push')
    await running().app.background.drain()
    await flush(running())
    const { body } = await api.getOverview({ query: { whole: true } })
    expect(body.today).toMatchObject({ deliveries: 2, 'failed-deliveries': 1, registrations: 0 })
    expect(body.thisHour).toMatchObject({ deliveries: 2 })
    expect(body.attention).toEqual({
      failedDeliveries: 1,
      guardTrips: 0,
      pendingRegistrations: 0,
      pendingEvents: [],
      failedTasks: 0,
    })
    const figures = (await api.getFigures({ query: { span: 'day', whole: true } })).body
    expect(figures.step).toBe('hour')
    expect(figures.times).toHaveLength(24)
    expect(figures.series.deliveries.at(-1)).toBe(2)
  })

  it.each([
    ['month', 30],
    ['year', 365],
  ] as const)('the %s has %i days of the clock of the asker', async (span, days) => {
    const { api } = await signedIn(running())
    const { body } = await api.getFigures({ query: { span, offset: 120, whole: true } })
    expect(body.times).toHaveLength(days)
    expect(body.times.at(-1)).toMatch(/T22:00:00.000Z$/)
    expect(body.series.deliveries.at(-1)).toBe(2)
  })

  it('an organisation sees its own numbers, and not those of the server', async () => {
    const { api } = await signedIn(running(), { organisation: newName('figures') })
    const { body } = await api.getOverview({})
    expect(body.today).toMatchObject({ deliveries: 0, registrations: 0 })
    expect(await refusalOf(api.getOverview({ query: { whole: true } }))).toEqual([403, 'forbidden'])
    const whole = api.getFigures({ query: { span: 'day', whole: true } })
    expect(await refusalOf(whole)).toEqual([403, 'forbidden'])
  })

  it('tasks that failed within a day need attention', async () => {
    const { api, operator } = await signedIn(running(), { organisation: newName('figures') })
    const { context } = running().app
    const who = { id: operator.id, role: 'owner', everywhere: false }
    const principal = { keyId: 's', organisationId: '', applicationId: undefined, scopes: [], operator: who }
    const { organisationId } = operator
    const task = { organisationId, principal, kind: auditExportKind, title: 'x', payload: null }
    await context.database.write((tx) => startTask(tx, context, task))
    for (let n = 0; n < 8; n++) {
      await running().app.background.drain()
      running().clock.advance(20_000)
    }
    expect((await api.getOverview({})).body.attention.failedTasks).toBe(1)
  })

  it('nobody is asked without a session', async () => {
    const stranger = consoleOf(running())
    expect(await refusalOf(stranger.getOverview({}))).toEqual([401, 'unauthenticated'])
    expect(await refusalOf(stranger.getFigures({ query: { span: 'day' } }))).toEqual([401, 'unauthenticated'])
  })
})
