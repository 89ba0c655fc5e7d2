import { expect, it } from 'vitest'
import type { Context } from '../../../src/kernel/context.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { countPasskeys } from '../../../src/platform/operators/count-store.ts'
import { removePasskey } from '../../../src/platform/operators/sign-in/passkeys.ts'
import type { OperatorTables } from '../../../src/platform/operators/tables.ts'
import { operatorOf } from '../../console.ts'
import { createMeeting } from '../../meeting.ts'
import { givePasskey } from '../../platform/operators/passkey.ts'
import { expectHoldToMatter, onTwoApps } from '../two-apps.ts'
import { consoleOf, refusalOf } from '../wire.ts'

const ROUNDS = 8
const PASSKEYS = 5

const statement = statementsOf<OperatorTables>()
const deleteUnguarded = statement((db, p: { id: string }) =>
  db.deleteFrom('operator_passkeys').where('id', '=', p.id),
)

async function newHolder(context: Context) {
  const operator = await operatorOf({ app: { context } }, { role: 'support' })
  const given = Array.from({ length: PASSKEYS }, () => givePasskey(context, operator.id))
  return { ...operator, passkeys: await Promise.all(given) }
}

onTwoApps('passkeys of an operator that are all removed at once', (appOf) => {
  it('leave one, which is told, by whatever process they go', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, headers, passkeys } = await newHolder(appOf(0).app.context)
      const removing = passkeys.map((passkeyId, turn) =>
        consoleOf(appOf(turn), headers).removePasskey({ params: { passkeyId } }),
      )
      const answers = await Promise.allSettled(removing)
      const refused = removing.filter((_, turn) => answers[turn]?.status === 'rejected')
      expect(await Promise.all(refused.map(refusalOf))).toEqual([[409, 'conflict']])
      expect(await countPasskeys(appOf(1).app.context.database, id)).toBe(1)
    }
  })

  it('leave none where a look before the write is the guard (the control)', async () => {
    const { id: operatorId, passkeys } = await newHolder(appOf(0).app.context)
    const meet = createMeeting(passkeys.length)
    const lookThenRemove = async ({ database }: Context, id: string) => {
      const count = await countPasskeys(database, operatorId)
      await meet()
      if (count > 1) await database.run(deleteUnguarded, { id })
    }
    await Promise.all(passkeys.map((id, turn) => lookThenRemove(appOf(turn).app.context, id)))
    expect(await countPasskeys(appOf(0).app.context.database, operatorId)).toBe(0)
  })
})

it('passkeys of an operator who is not held leave none, on postgres (the control)', () =>
  expectHoldToMatter(async (context, contextOf) => {
    const { id: operatorId, passkeys } = await newHolder(context)
    const removing = passkeys.map((id, turn) =>
      removePasskey({ ...contextOf(turn), url: '' }, { id, operatorId }),
    )
    await Promise.allSettled(removing)
    return countPasskeys(context.database, operatorId)
  }))
