import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrations } from '../../../src/app/context/migrations.ts'
import { migrate } from '../../../src/kernel/database/maintenance/migrate.ts'
import { recordAudit } from '../../../src/platform/audit/entries.ts'
import { listTrail, type TrailFilter } from '../../../src/platform/audit/trail-store.ts'
import { onEachEngine } from '../../engines.ts'
import { plansOf, readsThrough, runSql } from '../../plans.ts'
import { contextOn, type TestContext } from '../accounts/context.ts'

const COUNT = 20_000
const nothing = { actor: undefined, action: undefined, subject: undefined, from: undefined, until: undefined }

onEachEngine('the list of the audit trail', (place) => {
  let context: TestContext
  beforeAll(async () => {
    context = contextOn(await place().open())
    await migrate(context.database, migrations, context.clock.now)
    await runSql(
      context.database,
      `insert into audit_entries (id, at, actor, action, subject, block)
       with recursive n (i) as (select 1 union all select i + 1 from n where i < ${COUNT})
       select 'e' || (1000000 + i), i * 1000, 'operator:' || (i % 50),
         case when i % 5000 = 0 then 'door.open' else 'thing.change' end, 'thing:' || (i % 1000), 1 from n`,
    )
    await runSql(context.database, 'analyze')
  })
  afterAll(() => context.database.close())

  const list = (filter: Partial<TrailFilter>, before?: { id: string; at?: number }) =>
    listTrail(context.database, { ...nothing, ...filter, before, limit: 51 })

  it.each<[string, Partial<TrailFilter>, string, number]>([
    ['nothing', {}, 'audit_entries_time', 51],
    ['an early span', { from: 10_000, until: 20_000 }, 'audit_entries_time', 10],
    ['an actor', { actor: 'operator:7' }, 'audit_entries_actor_time', 51],
    ['an actor and a span', { actor: 'operator:7', until: 108_000 }, 'audit_entries_actor_time', 3],
    ['a subject', { subject: 'thing:9' }, 'audit_entries_subject_time', 20],
    ['the beginning of a subject', { subject: 'thing:990*' }, 'audit_entries_subject_time', 20],
    ['an action', { action: 'door.open' }, 'audit_entries_action_time', 4],
    ['the beginning of an action', { action: 'door.*' }, 'audit_entries_action_time', 4],
  ])('is found by %s in an index', async (_name, filter, index, count) => {
    const page = { ...nothing, ...filter, before: { id: 'f', at: COUNT * 2_000 }, limit: 51 }
    const plan = await plansOf(context.database, (db) => listTrail(db, page))
    expect(plan).toContain(index)
    expect(plan).not.toMatch(readsThrough)
    expect(await list(filter)).toHaveLength(count)
  })

  it('goes on behind a place, with or without its time', async () => {
    const [first, second, third] = await list({ actor: 'operator:7' })
    if (first === undefined) throw new Error('there are entries')
    expect((await list({ actor: 'operator:7' }, first)).slice(0, 2)).toEqual([second, third])
    expect((await list({ actor: 'operator:7' }, { id: first.id }))[0]).toEqual(second)
  })

  it('finds what was written after the clock was set back', async () => {
    const { clock, database } = context
    const record = (subject: string) =>
      database.write((tx) => recordAudit(tx, context, { actor: 'local', action: 'clock.set', subject }))
    const subjects = async (filter: Partial<TrailFilter>) =>
      (await list({ action: 'clock.*', ...filter })).map(({ subject }) => subject)
    const now = clock.now()
    clock.set(now + 365 * 86_400_000)
    await record('ahead')
    clock.set(now)
    await record('back')
    expect(await subjects({ until: now + 1 })).toEqual(['back'])
    expect(await subjects({ from: now, until: now + 1 })).toEqual(['back'])
    expect(await subjects({})).toEqual(['ahead', 'back'])
  })

  it.each([
    ['a', ['a', 'aa', 'a\u{10ffff}', 'az']],
    ['é', ['é', 'éa']],
    ['\ud7ff', ['\ud7ff', '\ud7ffx']],
    ['a\u{10ffff}', ['a\u{10ffff}']],
    ['\u{10ffff}', ['\u{10ffff}', '\u{10ffff}x']],
    ['', undefined],
  ])('takes all that begin with %j, and no others', async (start, expected) => {
    const texts = ['a', 'aa', 'a\u{10ffff}', 'az', 'B', 'b', 'é', 'éa', '\ud7ff', '\ud7ffx', '\ue000']
    const all = [...texts, '\u{10ffff}', '\u{10ffff}x']
    const actor = `beginnings ${JSON.stringify(start)}`
    await context.database.write(async (tx) => {
      for (const subject of all) await recordAudit(tx, context, { actor, action: 'text.add', subject })
    })
    const found = (await list({ actor, subject: `${start}*` })).map(({ subject }) => subject)
    expect(found.toSorted()).toEqual((expected ?? all).toSorted())
  })
})
