import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Context } from '../../../src/kernel/context.ts'
import { changeOperator, changeSelf, listOperators } from '../../../src/platform/operators/directory.ts'
import { inviteFirstOwner } from '../../../src/platform/operators/first-owner.ts'
import { findInvited } from '../../../src/platform/operators/invitations.ts'
import { advanceCounter, listPasskeyRows } from '../../../src/platform/operators/sign-in/passkey-store.ts'
import { removePasskey } from '../../../src/platform/operators/sign-in/passkeys.ts'
import { operatorOf } from '../../console.ts'
import { onEachEngine } from '../../engines.ts'
import { contextOn, countOf, openContext, type TestContext } from '../accounts/context.ts'
import { rowsOf } from '../accounts/rows.ts'
import { givePasskey } from './passkey.ts'

const ROUNDS = 10
const refused = { code: 'conflict' }

onEachEngine('of operators at once', (place) => {
  let context: TestContext
  let other: TestContext
  beforeAll(async () => {
    context = await openContext(place())
    other = contextOn(await place().open(), context.clock)
  })
  afterAll(() => Promise.all([context.database.close(), other.database.close()]))

  const disable = (by: Context, id: string) => changeOperator(by, id, { disabled: true, actor: 'local' })
  const addOwner = async () => {
    const { id } = await operatorOf({ app: { context } })
    await givePasskey(context, id)
    return id
  }

  it('the first owner is invited anew at each start, by one link that works', async () => {
    const first = await inviteFirstOwner(context)
    const links = await Promise.all([context, other, context, other].map(inviteFirstOwner))
    const tokens = [first, ...links].map((invitation) => invitation?.token.reveal() ?? '')
    const live = await Promise.all(tokens.map((token) => findInvited(context, token)))
    expect(live.filter((operator) => operator !== undefined)).toHaveLength(1)
    expect(await listOperators(context)).toMatchObject([{ role: 'owner', passkeys: 0 }])
  })

  it('nobody is invited by a start once somebody has come in', async () => {
    const [first] = await listOperators(context)
    await givePasskey(context, first?.id ?? '')
    expect(await inviteFirstOwner(context)).toBeUndefined()
  })

  it('two owners who disable each other leave one', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [one, two] = [await addOwner(), await addOwner()]
      for (const { id, disabled_at } of await listOperators(context))
        if (disabled_at === null && id !== one && id !== two) await disable(context, id)
      const settled = await Promise.allSettled([disable(context, one), disable(other, two)])
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const left = (await listOperators(context)).filter(({ disabled_at }) => disabled_at === null)
      expect(left).toHaveLength(1)
      const [last] = left
      if (last === undefined) throw new Error('nobody is left')
      for (const change of [{ disabled: true }, { role: 'support' as const }])
        await expect(changeOperator(context, last.id, { ...change, actor: 'local' })).rejects.toMatchObject(
          refused,
        )
    }
  })

  it('an owner who never came in, or is bound to an organisation, does not count', async () => {
    const [last] = (await listOperators(context)).filter(({ disabled_at }) => disabled_at === null)
    await operatorOf({ app: { context } })
    const bound = await operatorOf({ app: { context } }, { organisation: 'Bound' })
    await givePasskey(context, bound.id)
    await expect(disable(context, last?.id ?? '')).rejects.toMatchObject(refused)
    expect((await disable(context, bound.id)).disabled_at).not.toBeNull()
  })

  it('both passkeys of an operator are removed, and one stays', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id: operatorId } = await operatorOf({ app: { context } }, { role: 'support' })
      const [one, two] = [await givePasskey(context, operatorId), await givePasskey(context, operatorId)]
      const settled = await Promise.allSettled([
        removePasskey({ ...context, url: '' }, { id: one, operatorId }),
        removePasskey({ ...other, url: '' }, { id: two, operatorId }),
      ])
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await listPasskeyRows(context.database, operatorId)).toHaveLength(1)
    }
  })

  it('one signature of a counter counts, and none of an older one; without counters all do', async () => {
    const { id: operatorId } = await operatorOf({ app: { context } })
    const id = await givePasskey(context, operatorId)
    const use = (counter: number, by: Context = context) =>
      by.database.write((tx) => advanceCounter(tx, { id, counter, now: 1 }))
    expect([await use(0), await use(0)]).toEqual([true, true])
    const uses = await Promise.all(Array.from({ length: 20 }, (_, at) => use(7, at % 2 ? other : context)))
    expect(uses.filter(Boolean)).toHaveLength(1)
    expect([await use(6), await use(7), await use(0), await use(8)]).toEqual([false, false, false, true])
  })

  it('leave no address in the audit trail', async () => {
    expect(JSON.stringify(await rowsOf(context.database, 'audit_entries'))).not.toMatch(/@/)
  })

  it('an address that many take at once is given to one, and refused to the others', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const email = `wanted-${round}@example.org`
      const ids = await Promise.all(Array.from({ length: 8 }, addOwner))
      const changes = ids.map((id, n) => changeSelf(n % 2 === 0 ? context : other, { id, email, name: 'W' }))
      expect(countOf(await Promise.all(changes), true)).toBe(1)
    }
  })
})
