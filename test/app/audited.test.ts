import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { migrations } from '../../src/app/context/migrations.ts'
import { audited } from '../../src/app/services/audited.ts'
import { Fault } from '../../src/kernel/base/fault.ts'
import type { ServedApi } from '../../src/kernel/contract/api.ts'
import type { Request } from '../../src/kernel/contract/operation.ts'
import { Problem } from '../../src/kernel/contract/problem.ts'
import { migrate } from '../../src/kernel/database/maintenance/migrate.ts'
import { settleIntents } from '../../src/platform/audit/intents.ts'
import { onEachEngine } from '../engines.ts'
import { runSql } from '../plans.ts'
import { contextOn, overriding, type TestContext } from '../platform/accounts/context.ts'
import { rowsOf } from '../platform/accounts/rows.ts'

type Handle = ServedApi['handlers'][string]

const TEN_MINUTES_MS = 600_000
const operator = { id: 'ann', role: 'owner', everywhere: true }
const request = { params: { eventId: 'e', typeId: 't' }, principal: { organisationId: 'o', operator } }

onEachEngine('a change by an operator', (place) => {
  let context: TestContext
  beforeAll(async () => {
    context = contextOn(await place().open())
    await migrate(context.database, migrations, context.clock.now)
  })
  beforeEach(async () => {
    for (const table of ['audit_entries', 'audit_intents'])
      await runSql(context.database, `delete from ${table}`)
  })
  afterAll(() => context.database.close())

  function call(handle: Handle, by: TestContext = context) {
    const operations = { changeIt: { method: 'POST', scope: 'events:write' } }
    const served = { api: { operations }, handlers: { changeIt: handle } } as unknown as ServedApi
    return audited(by, served).handlers.changeIt?.(request as unknown as Request)
  }
  const entries = () => rowsOf(context.database, 'audit_entries')
  const intents = () => rowsOf(context.database, 'audit_intents')
  const done: Handle = async () => ({ status: 204 }) as never
  const entry = { actor: 'operator:ann', action: 'events.changeIt', subject: 'event:e' }

  async function settleLater() {
    context.clock.advance(TEN_MINUTES_MS)
    await settleIntents(context)
    expect(await entries()).toEqual([])
    context.clock.advance(1)
    await settleIntents(context)
    await settleIntents(context)
    expect(await intents()).toEqual([])
  }

  it('is in the trail once it is done, and was noted before', async () => {
    let noted: unknown[] = []
    await call(async (given) => {
      noted = await intents()
      return done(given)
    })
    expect(noted).toMatchObject([entry])
    expect(await entries()).toMatchObject([{ ...entry, detail: '{"typeId":"t"}' }])
    expect(await intents()).toEqual([])
  })

  it.each([new Problem('full', { status: 409, title: 'Full', detail: 'It is full.' }), new Fault('invalid')])(
    'leaves nothing where it is refused: %s',
    async (refusal) => {
      await expect(call(() => Promise.reject(refusal))).rejects.toBe(refusal)
      expect([await entries(), await intents()]).toEqual([[], []])
    },
  )

  it.each([new Error('a bug'), new Fault('busy')])(
    'is told as unknown after a failure that may have come behind it: %s',
    async (failure) => {
      await expect(call(() => Promise.reject(failure))).rejects.toBe(failure)
      await settleLater()
      expect(await entries()).toMatchObject([{ ...entry, detail: '{"typeId":"t","outcome":"unknown"}' }])
    },
  )

  it('is told as unknown where the process died behind it', async () => {
    await new Promise<void>((dead) => {
      void call(() => {
        dead()
        return new Promise(() => {})
      })
    })
    await settleLater()
    expect(await entries()).toMatchObject([{ ...entry, detail: '{"typeId":"t","outcome":"unknown"}' }])
  })

  it('is answered and told later where the trail cannot be written behind it', async () => {
    const write = () => Promise.reject(new Fault('busy'))
    const database = overriding(context.database, { write })
    expect(await call(done, { ...context, database })).toEqual({ status: 204 })
    expect(await entries()).toEqual([])
    await settleLater()
    expect(await entries()).toHaveLength(1)
  })
})
