import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Transaction } from '../../../src/kernel/database/database.ts'
import { statementOnce, statementsOf } from '../../../src/kernel/database/statement.ts'
import { inviteOperator, redeemInvitation } from '../../../src/platform/operators/invitations.ts'
import { spendInvitation } from '../../../src/platform/operators/store.ts'
import type { OperatorTables } from '../../../src/platform/operators/tables.ts'
import { operatorOf } from '../../console.ts'
import { onEachEngine } from '../../engines.ts'
import { contextOn, openContext, type TestContext } from '../accounts/context.ts'
import { rowsOf } from '../accounts/rows.ts'

const dayMs = 24 * 60 * 60 * 1000
const refused = { kind: 'unauthenticated' }
const statement = statementsOf<OperatorTables>()

/** The store's statement without `used_at is null`. */
const updateUnguarded = statement((db, p: { digest: string; now: number }) =>
  db
    .updateTable('operator_invitations')
    .set({ used_at: p.now })
    .where('digest', '=', p.digest)
    .where('expires_at', '>', p.now)
    .returning('operator_id'),
)

const respell = statement((db, p: { id: string; email: string }) =>
  db.updateTable('operators').set({ email: p.email }).where('id', '=', p.id),
)

async function spendUnguarded(tx: Transaction, use: { digest: string; now: number }) {
  return (await tx.first(updateUnguarded, use))?.operator_id
}

onEachEngine('operators', (place) => {
  let context: TestContext
  let other: TestContext
  beforeAll(async () => {
    context = await openContext(place())
    other = contextOn(await place().open(), context.clock)
  })
  afterAll(() => Promise.all([context.database.close(), other.database.close()]))

  const processOf = (n: number) => (n % 2 === 0 ? context : other)

  it('are one operator however the domain of their address is written, also one who was stored before', async () => {
    const invite = async (email: string) => (await inviteOperator(context, { email, role: 'owner' })).id
    const id = await invite('grace@xn--bcher-kva.example')
    expect(await invite('Grace@BÜCHER.example')).toBe(id)
    await context.database.run(respell, { id, email: 'grace@xn--bcher-kva.example' })
    expect(await invite('grace@bücher.example')).toBe(id)
  })

  it('come in by an invitation, once', async () => {
    const { id, token, expiresAt } = await inviteOperator(context, {
      email: ' Ada@Example.ORG ',
      role: 'owner',
      name: 'Ada',
    })
    expect(expiresAt).toBe(context.clock.now() + dayMs)
    const operator = { id, email: 'ada@example.org', name: 'Ada', role: 'owner', organisation_id: null }
    expect(await redeemInvitation(context, token.reveal())).toMatchObject(operator)
    await expect(redeemInvitation(context, token.reveal())).rejects.toMatchObject(refused)
  })

  it('are refused with an unknown token, told as a used one is', async () => {
    const { token } = await inviteOperator(context, { email: 'twice@example.org', role: 'support' })
    await redeemInvitation(context, token.reveal())
    const causes = [token.reveal(), 'unknown', ''].map((text) =>
      redeemInvitation(context, text).then(
        () => 'accepted',
        (error: Error) => error.message,
      ),
    )
    expect(new Set(await Promise.all(causes)).size).toBe(1)
    expect(await causes[0]).toMatch(/ask for a new one/)
  })

  it.each([
    [dayMs - 1, true],
    [dayMs, false],
    [dayMs + 1, false],
  ])('after %d ms: accepted %s', async (ms, accepted) => {
    const { id, token } = await inviteOperator(context, { email: 'late@example.org', role: 'read-only' })
    context.clock.advance(ms)
    const redeemed = redeemInvitation(context, token.reveal())
    if (accepted) expect(await redeemed).toMatchObject({ id })
    else await expect(redeemed).rejects.toMatchObject(refused)
  })

  it('keep their id when invited again, and the invitation before ends', async () => {
    const invitation = { email: 'again@example.org', role: 'organiser' } as const
    const first = await inviteOperator(context, invitation)
    const second = await inviteOperator(context, { ...invitation, email: 'AGAIN@example.org' })
    expect(second.id).toBe(first.id)
    await expect(redeemInvitation(context, first.token.reveal())).rejects.toMatchObject(refused)
    expect(await redeemInvitation(context, second.token.reveal())).toMatchObject({ id: first.id })
  })

  it('do not change their role by an invitation', async () => {
    await inviteOperator(context, { email: 'role@example.org', role: 'read-only' })
    const raise = inviteOperator(context, { email: 'role@example.org', role: 'owner' })
    await expect(raise).rejects.toMatchObject({ kind: 'invalid' })
  })

  it('are not bound to another organisation by an invitation, nor freed', async () => {
    const { organisationId, id } = await operatorOf({ app: { context } }, { organisation: 'Own' })
    const own = { email: `${id}@example.org`, role: 'owner', organisationId } as const
    await expect(inviteOperator(context, { ...own, organisationId: undefined })).rejects.toMatchObject({
      kind: 'invalid',
    })
    expect((await inviteOperator(context, own)).id).toBe(id)
  })

  it('do not come back once disabled', async () => {
    const { id, token } = await inviteOperator(context, { email: 'gone@example.org', role: 'owner' })
    const disable = statementOnce<OperatorTables, unknown>((db) =>
      db.updateTable('operators').set({ disabled_at: 1 }).where('id', '=', id),
    )
    expect(await context.database.run(disable, {})).toBe(1)
    await expect(redeemInvitation(context, token.reveal())).rejects.toMatchObject(refused)
    const invitation = inviteOperator(context, { email: 'gone@example.org', role: 'owner' })
    await expect(invitation).rejects.toMatchObject({ kind: 'invalid' })
  })

  it.each(['', 'ada', '@example.org', 'ada@', 'a@b@c', 'a b@c', 'a\u0000@b', `${'x'.repeat(250)}@b.cc`])(
    'have an e-mail address: %j is none',
    async (email) => {
      const invitation = inviteOperator(context, { email, role: 'owner' })
      await expect(invitation).rejects.toMatchObject({ kind: 'invalid' })
    },
  )

  it('are let in once by fifty uses at once of one invitation', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, token } = await inviteOperator(context, {
        email: `race${round}@example.org`,
        role: 'owner',
      })
      const uses = Array.from({ length: 50 }, (_, n) => redeemInvitation(processOf(n), token.reveal()))
      const settled = await Promise.allSettled(uses)
      const accepted = settled.flatMap((use) => (use.status === 'fulfilled' ? [use.value.id] : []))
      const reasons = settled.flatMap((use) => (use.status === 'rejected' ? [use.reason] : []))
      expect(accepted).toEqual([id])
      for (const reason of reasons) expect(reason).toMatchObject(refused)
      const trail = (await rowsOf(context.database, 'audit_entries')).filter(
        ({ subject }) => subject === `operator:${id}`,
      )
      expect(trail.filter(({ action }) => action === 'operator.redeem')).toHaveLength(1)
      expect(trail.filter(({ action }) => action === 'operator.redeem-refused')).toHaveLength(49)
    }
  })

  it.each([
    ['one with its guard', spendInvitation, 1, 1],
    ['more than one without it', spendUnguarded, 2, 50],
  ] as const)('are let in by the statement: %s', async (_name, spend, least, most) => {
    const { token } = await inviteOperator(context, { email: 'control@example.org', role: 'owner' })
    const use = {
      digest: context.vault.digest('operator-invitation', token.reveal()),
      now: context.clock.now(),
    }
    const uses = Array.from({ length: 50 }, (_, n) => processOf(n).database.write((tx) => spend(tx, use)))
    const accepted = (await Promise.all(uses)).filter((id) => id !== undefined).length
    expect(accepted).toBeGreaterThanOrEqual(least)
    expect(accepted).toBeLessThanOrEqual(most)
  })

  it('leave no token in the database, and no name or address in the audit trail', async () => {
    const { token } = await inviteOperator(context, {
      email: 'marker@example.org',
      role: 'owner',
      name: 'Marker',
    })
    const invitations = JSON.stringify(await rowsOf(context.database, 'operator_invitations'))
    expect(invitations).not.toContain(token.reveal())
    const trail = JSON.stringify(await rowsOf(context.database, 'audit_entries'))
    expect(trail).toContain('operator.invite')
    expect(trail).not.toMatch(/marker|@|example/i)
  })
})
