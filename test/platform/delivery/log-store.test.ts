import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrations } from '../../../src/app/context/migrations.ts'
import type { Reader } from '../../../src/kernel/database/database.ts'
import { migrate } from '../../../src/kernel/database/maintenance/migrate.ts'
import { countStuckMessages } from '../../../src/platform/delivery/backlog-store.ts'
import { hasOwnedMessage, listMessages } from '../../../src/platform/delivery/log-store.ts'
import { onEachEngine } from '../../engines.ts'
import { plansOf, readsThrough, runSql } from '../../plans.ts'
import { contextOn, type TestContext } from '../accounts/context.ts'

const COUNT = 20_000
const first = { state: undefined, channel: undefined, before: undefined, limit: 51 }

/** One message in five thousand is something else than a mail that was sent. */
const messages = `insert into messages (id, channel, purpose, state, text, owner_id, expires_at, created_at, attempts)
  with recursive n (i) as (select 1 union all select i + 1 from n where i < ${COUNT})
  select 'm' || (1000000 + i),
    case when i % 5000 = 7 then 'voice' else 'email' end,
    case when i = 500 then 'twofactor.code' when i % 5000 = 8 then 'twofactor.install-link' else 'events.mail' end,
    case when i % 5000 in (1, 2) then 'unknown' when i % 5000 = 3 then 'queued'
      when i % 5000 = 4 then 'failed' else 'sent' end,
    case when i % 5000 in (1, 3) then 'sealed' end,
    case when i = 500 or i % 5000 = 8 then 'user:' || i end, i, i, 1 from n`

onEachEngine('the log of many messages', (place) => {
  let context: TestContext
  beforeAll(async () => {
    context = contextOn(await place().open())
    await migrate(context.database, migrations, context.clock.now)
    await runSql(context.database, messages)
    await runSql(context.database, 'analyze')
  })
  afterAll(() => context.database.close())

  it.each<[string, string, (db: Reader) => Promise<unknown>]>([
    ['what is queued', 'messages_open', (db) => listMessages(db, { ...first, state: 'queued' })],
    ['what is unknown', 'messages_lost', (db) => listMessages(db, { ...first, state: 'unknown' })],
    ['what failed', 'messages_failed', (db) => listMessages(db, { ...first, state: 'failed' })],
    ['what belongs to somebody', 'messages_owner', (db) => hasOwnedMessage(db, 'twofactor.code')],
    ['what waits', 'messages_open', (db) => countStuckMessages(db, 100)],
    ['what was given up', 'messages_lost', (db) => countStuckMessages(db, 100)],
  ])('finds %s by %s', async (_name, index, read) => {
    const plans = await plansOf(context.database, read)
    expect(plans).toContain(index)
    expect(plans).not.toMatch(readsThrough)
  })

  it('finds every message of a state and of a channel, newest first and page by page', async () => {
    const numbers = async (page: Partial<Parameters<typeof listMessages>[1]>) =>
      (await listMessages(context.database, { ...first, ...page })).map(({ id }) => Number(id.slice(1)) - 1e6)
    expect(await numbers({ state: 'unknown' })).toEqual([15002, 15001, 10002, 10001, 5002, 5001, 2, 1])
    expect(await numbers({ state: 'unknown', before: 'm1010002', limit: 2 })).toEqual([10001, 5002])
    expect(await numbers({ state: 'queued' })).toEqual([15003, 10003, 5003, 3])
    expect(await numbers({ channel: 'voice' })).toEqual([15007, 10007, 5007, 7])
    expect(await numbers({ channel: 'voice', before: 'm1010007', limit: 1 })).toEqual([5007])
    expect(await numbers({ channel: 'voice', state: 'queued' })).toEqual([])
    expect(await numbers({ channel: 'email', state: 'sent', limit: 2 })).toEqual([20000, 19999])
    expect(await numbers({ limit: 2, before: 'm1000003' })).toEqual([2, 1])
  })

  it('reads no more than a slice at a time, however rare what is looked for', async () => {
    const sizes: number[] = []
    const counted: Reader = {
      first: (statement, parameters) => context.database.first(statement, parameters),
      all: async (statement, parameters) => {
        const rows = await context.database.all(statement, parameters)
        sizes.push(rows.length)
        return rows
      },
    }
    await listMessages(counted, { ...first, channel: 'push' })
    expect(sizes).toHaveLength(COUNT / 1_000 + 1)
    expect(Math.max(...sizes)).toBe(1_000)
  })

  it('counts what waits too long and what was given up', async () => {
    expect(await countStuckMessages(context.database, 6_000)).toEqual({ overdue: 4, failed: 8 })
    expect(await hasOwnedMessage(context.database, 'twofactor.code')).toBe(true)
    expect(await hasOwnedMessage(context.database, 'twofactor.other')).toBe(false)
  })
})
