import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { createSyncDelay } from '../../../src/events/sync-delay.ts'
import { createPlace } from '../../engines.ts'
import { createManualClock } from '../../fakes.ts'
import { onEachApp, startApp } from '../../harness.ts'
import { runSql } from '../../plans.ts'

onEachApp('the delay of sync', (running) => {
  it('is a metric', async () => {
    const answer = await fetch(`${running().url}/metrics`)
    expect(await answer.text()).toMatch(/^lanyard_sync_delay_seconds 0/m)
  })
})

it('counts from when changes were first held up by a transaction, in whatever database, until it ends', async () => {
  const [place, other] = [await createPlace('postgres', 'migrated'), await createPlace('postgres')]
  const running = await startApp(place)
  const client = new pg.Client(other.databaseUrl)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await running.app.stop()
    await place.remove()
    await other.remove()
  })
  const clock = createManualClock()
  const delay = createSyncDelay({ database: running.app.context.database, clock })
  await client.query('begin')
  await client.query('select pg_current_xact_id()')
  await runSql(running.app.context.database, 'update events_changes set last = last')
  await delay.measure()
  clock.advance(30_000)
  await delay.measure()
  expect(delay.seconds()).toBe(30)
  clock.advance(30_000)
  await delay.measure()
  expect(delay.seconds()).toBe(60)
  await client.query('rollback')
  // Other suites write to the same server: what they have under way began later.
  await expect
    .poll(async () => {
      await delay.measure()
      return delay.seconds()
    })
    .toBe(0)
})
