import { expect, it } from 'vitest'
import type { Context } from '../../../src/kernel/context.ts'
import type { Transaction } from '../../../src/kernel/database/database.ts'
import { changeOperator, listOperators } from '../../../src/platform/operators/directory.ts'
import { changeAccess, hasOtherOwner } from '../../../src/platform/operators/directory-store.ts'
import type { Role } from '../../../src/platform/operators/tables.ts'
import { operatorOf, type TestOperator } from '../../console.ts'
import { createMeeting } from '../../meeting.ts'
import { givePasskey } from '../../platform/operators/passkey.ts'
import { createDice } from '../../seed.ts'
import { expectHoldToMatter, onTwoApps } from '../two-apps.ts'
import { consoleOf, refusalOf } from '../wire.ts'

const ROUNDS = 8
const OWNERS = 5
const dice = createDice('last owner')

type Change = { role?: Role; disabled?: boolean }
const removals: readonly Change[] = [{ disabled: true }, { role: 'support' }, { role: 'read-only' }]
const anyRemoval = (): Change => removals[dice.between(0, removals.length)] ?? {}

const newOwner = async (context: Context): Promise<TestOperator> => {
  const operator = await operatorOf({ app: { context } })
  await givePasskey(context, operator.id)
  return operator
}

const newOwners = (context: Context) => Promise.all(Array.from({ length: OWNERS }, () => newOwner(context)))

/** Those who run the server and have a way in. */
const ownersIn = async (context: Context): Promise<string[]> =>
  (await listOperators(context))
    .filter(({ role, disabled_at, passkeys }) => role === 'owner' && disabled_at === null && passkeys)
    .map(({ id }) => id)

/** Everybody else is demoted: the owners that are left are these. */
async function leaveOnly(context: Context, owners: readonly TestOperator[]): Promise<void> {
  const kept = new Set(owners.map(({ id }) => id))
  for (const id of await ownersIn(context))
    if (!kept.has(id)) await changeOperator(context, id, { role: 'support', actor: 'local' })
}

onTwoApps('owners who remove each other at once', (appOf) => {
  it('leave one who can sign in, by whatever process they ask', async () => {
    const told = new Set<string>()
    for (let round = 0; round < ROUNDS; round++) {
      const owners = await newOwners(appOf(0).app.context)
      await leaveOnly(appOf(0).app.context, owners)
      const asked = owners.flatMap(({ headers, id: asker }, turn) =>
        owners.map(async ({ id }) => {
          const api = consoleOf(appOf(turn + (asker === id ? 1 : 0)), headers)
          const changing = api.changeOperator({ params: { operatorId: id }, body: anyRemoval() })
          return refusalOf(changing.then(() => Promise.reject(new Error('changed'))))
        }),
      )
      for (const answer of await Promise.allSettled(asked))
        told.add(answer.status === 'fulfilled' ? answer.value.join(' ') : answer.reason.message)
      expect(await ownersIn(appOf(0).app.context)).toHaveLength(1)
    }
    expect([...told].sort()).toEqual(expect.arrayContaining(['409 conflict', 'changed']))
    expect(['401 unauthenticated', '403 forbidden', '409 conflict', 'changed']).toEqual(
      expect.arrayContaining([...told]),
    )
  })

  it('leave nobody where a look before the write is the guard (the control)', async () => {
    const lookThenDisable = async (context: Context, id: string) => {
      const other = await hasOtherOwner(context.database as unknown as Transaction, id)
      await meet()
      const standing = { id, role: 'owner', disabled_at: 1 } as const
      if (other) await context.database.write((tx) => changeAccess(tx, standing))
    }
    const owners = await newOwners(appOf(0).app.context)
    const meet = createMeeting(owners.length)
    await leaveOnly(appOf(0).app.context, owners)
    await Promise.all(owners.map(({ id }, turn) => lookThenDisable(appOf(turn).app.context, id)))
    expect(await ownersIn(appOf(0).app.context)).toEqual([])
  })
})

it('owners who are not held leave nobody, on postgres (the control)', () =>
  expectHoldToMatter(async (context, contextOf) => {
    const owners = await newOwners(context)
    await leaveOnly(context, owners)
    const disabling = owners.map(({ id }, turn) =>
      changeOperator(contextOf(turn), id, { disabled: true, actor: 'local' }),
    )
    await Promise.allSettled(disabling)
    return (await ownersIn(context)).length
  }))
