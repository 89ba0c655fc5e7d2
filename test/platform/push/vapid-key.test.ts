import { afterAll, beforeAll, expect, it } from 'vitest'
import { findPushKey } from '../../../src/platform/push/store.ts'
import { ensureVapidKey } from '../../../src/platform/push/vapid-key.ts'
import { onEachEngine } from '../../engines.ts'
import { contextOn, openContext, type TestContext } from '../accounts/context.ts'

onEachEngine('the key for push messages', (place) => {
  let context: TestContext
  beforeAll(async () => {
    context = await openContext(place())
  })
  afterAll(() => context.database.close())

  it('is made once, however many processes start at the same moment', async () => {
    const starts = Array.from({ length: 8 }, () => ensureVapidKey(contextOn(context.database, context.clock)))
    const made = new Set((await Promise.all(starts)).map(({ publicKey }) => publicKey))
    expect(made.size).toBe(1)
    expect([...made]).toEqual([(await ensureVapidKey(context)).publicKey])
  })

  it('is kept sealed', async () => {
    const row = await findPushKey(context.database)
    const { privateKey } = await ensureVapidKey(context)
    const { d = 'none' } = privateKey.export({ format: 'jwk' })
    expect(context.vault.open('push-key', row?.private_jwk ?? '')).toContain(d)
    expect(JSON.stringify(row)).not.toContain(d)
    expect(() => context.vault.open('signing-key', row?.private_jwk ?? '')).toThrow()
  })
})
