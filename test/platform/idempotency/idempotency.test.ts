import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { migrations } from '../../../src/app/context/migrations.ts'
import type { Context } from '../../../src/kernel/context.ts'
import type { Database, Transaction, Writer } from '../../../src/kernel/database/database.ts'
import { type Migration, migrate } from '../../../src/kernel/database/maintenance/migrate.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import {
  IdempotencyKeyReused,
  type StoredAnswer,
  withIdempotency,
} from '../../../src/platform/idempotency/idempotency.ts'
import { sweepIdempotencyKeys } from '../../../src/platform/idempotency/store.ts'
import type { IdempotencyTables } from '../../../src/platform/idempotency/tables.ts'
import { onEachEngine } from '../../engines.ts'
import { createManualClock, type ManualClock } from '../../fakes.ts'
import { createTestContext } from '../changes/context.ts'

type IdempotentRequest = Parameters<typeof withIdempotency>[2]

const effectsMigration: Migration = {
  name: 'test/0001-effects',
  statements: ({ createTable }) => [
    createTable('effects').addColumn('id', 'text', (column) => column.primaryKey()),
  ],
}

const statement = statementsOf<IdempotencyTables & { effects: { id: string } }>()
const allKeys = statement((db) => db.selectFrom('idempotency_keys').selectAll())
const addEffect = statement((db, p: { id: string }) => db.insertInto('effects').values({ id: p.id }))
const allEffects = statement((db) => db.selectFrom('effects').selectAll())
const clearEffects = statement((db) => db.deleteFrom('effects'))
const clearKeys = statement((db) => db.deleteFrom('idempotency_keys'))

const request: IdempotentRequest = { scope: 'key-1 createContact', key: 'abc', requestDigest: 'body-1' }
const DAY = 24 * 3_600_000

onEachEngine('an idempotency key', (place) => {
  let db: Database
  let other: Database
  let clock: ManualClock
  let context: Context

  beforeAll(async () => {
    db = await place().open()
    await migrate(db, [...migrations, effectsMigration], () => 0)
    other = await place().open()
  })
  beforeEach(async () => {
    await db.run(clearKeys, {})
    await db.run(clearEffects, {})
    clock = createManualClock()
    context = createTestContext(db, clock)
  })
  afterAll(async () => {
    await db.close()
    await other.close()
  })

  async function createEffect(tx: Writer, status = 201): Promise<StoredAnswer> {
    const id = context.ids.uuid()
    await tx.run(addEffect, { id })
    const headers = { location: `/contacts/${id}`, 'content-type': 'application/json' }
    return { status, headers, body: JSON.stringify({ id, name: 'Ada Lövelace' }) }
  }

  function ask(
    given: Partial<IdempotentRequest> = {},
    work = (tx: Transaction) => createEffect(tx),
    database = db,
  ) {
    return database.write((tx) => withIdempotency(tx, context, { ...request, ...given }, () => work(tx)))
  }

  async function countEffects(): Promise<number> {
    return (await db.all(allEffects, {})).length
  }

  it('gives a repetition the first answer, and does nothing again', async () => {
    const first = await ask()
    expect(first.replayed).toBe(false)
    clock.advance(DAY - 1)
    expect(await ask({}, undefined, other)).toEqual({ answer: first.answer, replayed: true })
    expect(await countEffects()).toBe(1)
    expect(JSON.stringify(await db.all(allKeys, {}))).not.toContain('velace')
  })

  it('is refused with another request', async () => {
    await ask()
    const refused = ask({ requestDigest: 'body-2' })
    await expect(refused).rejects.toThrow(IdempotencyKeyReused)
    await expect(refused).rejects.toMatchObject({
      kind: 'invalid',
      errors: [{ code: 'idempotency-key-reused' }],
    })
    expect(await countEffects()).toBe(1)
  })

  it('is new in another scope, under another name, and after a day', async () => {
    await ask()
    expect((await ask({ scope: 'key-2 createContact' })).replayed).toBe(false)
    expect((await ask({ key: 'ABC' })).replayed).toBe(false)
    clock.advance(DAY)
    expect((await ask({ requestDigest: 'body-2' })).replayed).toBe(false)
    expect((await ask({ requestDigest: 'body-2' })).replayed).toBe(true)
    expect(await countEffects()).toBe(4)
  })

  it('is not kept for a conflict, a limit or a failure', async () => {
    for (const status of [409, 429, 500, 503]) {
      const { answer } = await ask({}, async () => ({ status, headers: {}, body: '' }))
      expect(answer.status).toBe(status)
      expect(await db.all(allKeys, {})).toEqual([])
    }
    expect((await ask()).replayed).toBe(false)
  })

  it('is kept for other refusals that are answered', async () => {
    const refuse = async () => ({ status: 404, headers: {}, body: 'none' })
    await ask({}, refuse)
    expect(await ask()).toEqual({ answer: await refuse(), replayed: true })
    expect(await countEffects()).toBe(0)
  })

  it('goes with its effect when the work throws', async () => {
    const failed = ask({}, async (tx) => {
      await createEffect(tx)
      throw new Error('capacity-full')
    })
    await expect(failed).rejects.toThrow('capacity-full')
    expect(await db.all(allKeys, {})).toEqual([])
    expect(await countEffects()).toBe(0)
    expect((await ask()).replayed).toBe(false)
  })

  it('has one effect and one answer for fifty at once, over two connections', async () => {
    for (let round = 0; round < 5; round++) {
      const asked = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          ask({ key: `round ${round}` }, undefined, n % 2 === 0 ? db : other),
        ),
      )
      expect(asked.filter(({ replayed }) => !replayed)).toHaveLength(1)
      expect(new Set(asked.map(({ answer }) => JSON.stringify(answer))).size).toBe(1)
      expect(await countEffects()).toBe(round + 1)
    }
  })

  it('lets the next of fifty through when the first fails', async () => {
    let failures = 0
    const asked = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        ask({}, async (tx) => {
          const answer = await createEffect(tx)
          if (failures++ < 3) throw new Error('this time')
          return answer
        }),
      ),
    )
    expect(asked.filter(({ status }) => status === 'rejected')).toHaveLength(3)
    expect(await countEffects()).toBe(1)
  })

  it('has several effects when the key is looked up first and stored afterwards: the control', async () => {
    const everyone = Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? db : other))
    const found = await Promise.all(everyone.map((database) => database.all(allEffects, {})))
    await Promise.all(everyone.map((database, n) => found[n]?.length === 0 && createEffect(database)))
    expect(await countEffects()).toBeGreaterThan(1)
  })

  it('is swept after a day', async () => {
    await ask()
    clock.advance(DAY - 1)
    expect(await sweepIdempotencyKeys(db, clock.now())).toBe(0)
    clock.advance(1)
    expect(await sweepIdempotencyKeys(db, clock.now())).toBe(1)
  })
})
