import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { statementOnce } from '../../../src/kernel/database/statement.ts'
import { thumbprint } from '../../../src/kernel/jwt/public-key.ts'
import { type ChangeFeed, createChangeFeed } from '../../../src/platform/changes/feed.ts'
import { createSigner, type Signer } from '../../../src/platform/signing-keys/signer.ts'
import { rotateSigningKey, withdrawSigningKey } from '../../../src/platform/signing-keys/signing-keys.ts'
import type { SigningKeyRow, SigningKeyTables } from '../../../src/platform/signing-keys/tables.ts'
import { onEachEngine } from '../../engines.ts'
import { openContext, type TestContext } from '../accounts/context.ts'

const hourMs = 60 * 60 * 1000
const token = { typ: 'claim+jwt', payload: { sub: 'someone', n: 1 } }

onEachEngine('the signer', (place) => {
  let context: TestContext
  let changes: ChangeFeed
  let signer: Signer
  beforeAll(async () => {
    context = await openContext(place())
    changes = createChangeFeed(context)
    await changes.start()
    signer = createSigner(context, changes)
  })
  afterAll(async () => {
    await changes.stop()
    await context.database.close()
  })

  async function verify(text: string, purpose: 'issuer' | 'issuer-test' = 'issuer') {
    const { keys } = await signer.publicKeys(purpose)
    return jwtVerify(text, createLocalJWKSet({ keys: keys.map((key) => ({ ...key })) }))
  }

  async function publishedKids(): Promise<string[]> {
    return (await signer.publicKeys('issuer')).keys.map(({ kid }) => kid)
  }

  it('signs so that the published keys verify it', async () => {
    const signed = await signer.sign('issuer', token)
    const { payload, protectedHeader } = await verify(signed)
    expect(payload).toEqual(token.payload)
    expect(protectedHeader).toEqual({ alg: 'EdDSA', typ: 'claim+jwt', kid: (await publishedKids())[0] })
  })

  it('publishes public members only, named by their thumbprint', async () => {
    const { keys } = await signer.publicKeys('issuer')
    expect(keys).toHaveLength(1)
    for (const key of keys) {
      expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
      expect(key).toMatchObject({
        kty: 'OKP',
        crv: 'Ed25519',
        use: 'sig',
        alg: 'EdDSA',
        kid: thumbprint(key),
      })
    }
  })

  it('has another key for tests, which proves nothing elsewhere', async () => {
    const signed = await signer.sign('issuer-test', token)
    await verify(signed, 'issuer-test')
    await expect(verify(signed)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' })
  })

  it('signs with the new key at once after a rotation, while the old one verifies to its end', async () => {
    const before = await signer.sign('issuer', token)
    const [oldKid] = await publishedKids()
    const { kid } = await rotateSigningKey(context, 'issuer', { keepPublishedMs: hourMs })
    const after = await signer.sign('issuer', token)
    expect(decodeProtectedHeader(after).kid).toBe(kid)
    expect(await publishedKids()).toEqual([kid, oldKid])
    await verify(before)
    context.clock.advance(hourMs - 1)
    await verify(before)
    context.clock.advance(1)
    expect(await publishedKids()).toEqual([kid])
    await expect(verify(before)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' })
    await verify(after)
  })

  it('takes a compromised key off the list at once', async () => {
    const before = await signer.sign('issuer', token)
    const { kid } = await rotateSigningKey(context, 'issuer', { keepPublishedMs: 0 })
    expect(await publishedKids()).toEqual([kid])
    await expect(verify(before)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' })
  })

  it.each(['that signs', 'that has retired'])(
    'takes a key %s off the list once it is withdrawn',
    async (which) => {
      // As in another process that has heard of nothing yet.
      const deaf = createSigner(context, { on: () => () => {}, onMissed: () => () => {} })
      const before = await signer.sign('issuer', token)
      const kid = String(decodeProtectedHeader(before).kid)
      const kidsOf = async ({ publicKeys }: Signer) => (await publicKeys('issuer')).keys.map((key) => key.kid)
      expect(await kidsOf(deaf)).toContain(kid)
      if (which === 'that has retired') await rotateSigningKey(context, 'issuer')
      const { outcome, successor } = await withdrawSigningKey(context, kid)
      expect(outcome).toBe('withdrawn')
      for (const each of [signer, deaf]) expect(await kidsOf(each)).not.toContain(kid)
      const after = await signer.sign('issuer', token)
      if (which === 'that signs') expect(decodeProtectedHeader(after).kid).toBe(successor)
      await expect(verify(before)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' })
      await verify(after)
    },
  )

  it('lists retired keys newest first', async () => {
    const expected = await publishedKids()
    for (let n = 0; n < 3; n++) {
      context.clock.advance(1000)
      expected.unshift((await rotateSigningKey(context, 'issuer')).kid)
    }
    expect(await publishedKids()).toEqual(expected)
  })

  it('would go on with the old key without the change feed', async () => {
    const deaf = createSigner(context, { on: () => () => {}, onMissed: () => () => {} })
    const { kid } = decodeProtectedHeader(await deaf.sign('issuer', token))
    await rotateSigningKey(context, 'issuer')
    expect(decodeProtectedHeader(await deaf.sign('issuer', token)).kid).toBe(kid)
  })

  it('keeps no private key in the clear, and erases the sealed one when it retires', async () => {
    const rows = await context.database.all(
      statementOnce<SigningKeyTables, SigningKeyRow>((db) => db.selectFrom('signing_keys').selectAll()),
      {},
    )
    for (const { sealed, retired_at } of rows) expect(sealed === null).toBe(retired_at !== null)
    const sealed = rows.flatMap((row) => row.sealed ?? [])
    expect(sealed).toHaveLength(2)
    for (const text of sealed) {
      const { d } = JSON.parse(context.vault.open('signing-key', text)) as { d: string }
      expect(d).toMatch(/^[\w-]{43}$/)
      expect(JSON.stringify(rows)).not.toContain(d)
      expect(context.lines.join('')).not.toContain(d)
    }
  })
})
