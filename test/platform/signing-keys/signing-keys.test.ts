import { expect, it } from 'vitest'
import { statementOnce } from '../../../src/kernel/database/statement.ts'
import {
  ensureSigningKey,
  rotateSigningKey,
  withdrawSigningKey,
} from '../../../src/platform/signing-keys/signing-keys.ts'
import type { SigningKeyRow, SigningKeyTables } from '../../../src/platform/signing-keys/tables.ts'
import { onEachEngine } from '../../engines.ts'
import { contextOn, countOf, openContext, type TestContext } from '../accounts/context.ts'
import { actionsIn } from '../accounts/rows.ts'

const dayMs = 24 * 60 * 60 * 1000

function allKeys({ database }: TestContext): Promise<SigningKeyRow[]> {
  return database.all(
    statementOnce<SigningKeyTables, SigningKeyRow>((db) =>
      db.selectFrom('signing_keys').selectAll().orderBy('created_at'),
    ),
    {},
  )
}

async function openTwo(place: Parameters<typeof openContext>[0]): Promise<[TestContext, TestContext]> {
  const one = await openContext(place)
  return [one, contextOn(await place.open(), one.clock)]
}

function close(...contexts: TestContext[]): Promise<unknown> {
  return Promise.all(contexts.map(({ database }) => database.close()))
}

onEachEngine('signing keys of processes that start at once', (place) => {
  it('are one key a purpose', async () => {
    const [one, other] = await openTwo(place())
    const made = Array.from({ length: 20 }, (_, n) => ensureSigningKey(n % 2 === 0 ? one : other, 'issuer'))
    const kids = (await Promise.all(made)).map(({ kid }) => kid)
    expect(countOf(kids, kids[0])).toBe(20)
    expect(await allKeys(one)).toHaveLength(1)
    expect(await actionsIn(one.database)).toEqual(['signing-key.create'])
    expect((await ensureSigningKey(other, 'issuer-test')).kid).not.toBe(kids[0])
    await close(one, other)
  })
})

onEachEngine('a rotation', (place) => {
  it('retires the active key and makes another, in one step', async () => {
    const context = await openContext(place())
    const old = await ensureSigningKey(context, 'issuer')
    context.clock.advance(1000)
    const now = context.clock.now()
    const rotation = await rotateSigningKey(context, 'issuer', {
      keepPublishedMs: dayMs,
      actor: 'operator:1',
    })
    expect(rotation.retired).toBe(old.kid)
    const [retired, active] = await allKeys(context)
    expect(retired).toMatchObject({ kid: old.kid, retired_at: now, expires_at: now + dayMs, sealed: null })
    expect(active).toMatchObject({ kid: rotation.kid, retired_at: null, expires_at: null })
    expect((await ensureSigningKey(context, 'issuer')).kid).toBe(rotation.kid)
    expect(await actionsIn(context.database)).toEqual(['signing-key.create', 'signing-key.rotate'])
    await close(context)
  })

  it('keeps the old key published for as long as a claim token lives', async () => {
    const context = await openContext(place())
    const { retired } = await rotateSigningKey(context, 'issuer')
    const row = (await allKeys(context)).find(({ kid }) => kid === retired)
    expect((row?.expires_at ?? 0) - (row?.retired_at ?? 0)).toBeGreaterThanOrEqual(30 * dayMs)
    await close(context)
  })

  it('makes the first key where there is none', async () => {
    const context = await openContext(place())
    const { kid, retired } = await rotateSigningKey(context, 'issuer-test')
    expect(retired).toBe(undefined)
    expect((await ensureSigningKey(context, 'issuer-test')).kid).toBe(kid)
    await close(context)
  })
})

onEachEngine('many rotations at once', (place) => {
  it('leave one active key, and each retired key was retired by one of them', async () => {
    const [one, other] = await openTwo(place())
    await ensureSigningKey(one, 'issuer')
    const calls = Array.from({ length: 20 }, (_, n) => rotateSigningKey(n % 2 === 0 ? one : other, 'issuer'))
    const rotations = await Promise.all(calls)
    const retired = rotations.flatMap((rotation) => rotation.retired ?? [])
    const keys = await allKeys(one)
    expect(keys.filter((key) => key.retired_at === null)).toHaveLength(1)
    expect(new Set(retired)).toEqual(
      new Set(keys.filter((key) => key.retired_at !== null).map(({ kid }) => kid)),
    )
    expect(new Set(retired).size).toBe(retired.length)
    for (const { kid } of rotations) expect(keys.some((key) => key.kid === kid)).toBe(true)
    await close(one, other)
  })
})

onEachEngine('a withdrawal', (place) => {
  it('ends one key, leaves the others, and is written to the trail', async () => {
    const context = await openContext(place())
    const { kid } = await ensureSigningKey(context, 'issuer')
    const other = await ensureSigningKey(context, 'issuer-test')
    const { successor, ...rest } = await withdrawSigningKey(context, kid)
    expect(rest).toEqual({ outcome: 'withdrawn', purpose: 'issuer' })
    expect((await ensureSigningKey(context, 'issuer')).kid).toBe(successor)
    expect((await ensureSigningKey(context, 'issuer-test')).kid).toBe(other.kid)
    const row = (await allKeys(context)).find((key) => key.kid === kid)
    expect(row).toMatchObject({ sealed: null, expires_at: context.clock.now() })
    expect((await actionsIn(context.database)).slice(-2)).toEqual([
      'signing-key.rotate',
      'signing-key.withdraw',
    ])
    expect((await withdrawSigningKey(context, kid)).outcome).toBe('done')
    expect((await withdrawSigningKey(context, 'A'.repeat(43))).outcome).toBe('unknown')
    await close(context)
  })

  it('takes effect once, however many start at once', async () => {
    const [one, two] = await openTwo(place())
    const { kid } = await ensureSigningKey(one, 'issuer')
    const before = countOf(await actionsIn(one.database), 'signing-key.withdraw')
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) => withdrawSigningKey(n % 2 === 0 ? one : two, kid)),
    )
    expect(outcomes.filter(({ outcome }) => outcome === 'withdrawn')).toHaveLength(1)
    const actions = await actionsIn(one.database)
    expect(countOf(actions, 'signing-key.withdraw')).toBe(before + 1)
    const active = (await allKeys(one)).filter((key) => key.purpose === 'issuer' && key.retired_at === null)
    expect(active).toHaveLength(1)
    await close(one, two)
  })
})
