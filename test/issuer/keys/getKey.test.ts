import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/kernel/database/database.ts'
import { onEachEngine, type Place } from '../../engines.ts'
import { createManualClock } from '../../fakes.ts'
import { onEachApp, type RunningApp, startApps } from '../../harness.ts'
import { getKey, newDevice, readAnswer, register } from '../device.ts'
import { expectRefusal } from '../refusal.ts'
import { revoke, revokeElsewhere } from '../revocation.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The same bytes in another spelling: the last character has two bits that say nothing. */
function respell(identifier: string): string[] {
  const place = alphabet.indexOf(identifier.slice(-1))
  return [1, 2, 3].map((spare) => identifier.slice(0, -1) + alphabet[place + spare])
}

onEachApp('getKey', (running) => {
  const app = (): RunningApp => running()

  it('tells what is public of a key, and nothing else', async () => {
    const claims = { name: 'Ada', devtoken: 'device-canary', iat: app().clock.now() / 1000 }
    const device = await register(app(), { claims })
    const answer = await getKey(app(), device.fingerprint)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      sub: device.fingerprint,
      fingerprint: device.fingerprint,
      jwk: device.jwk,
      kind: 'person',
      name: 'Ada',
      status: 'registered',
      since: new Date(app().clock.now()).toISOString(),
      claims: [],
      verified: false,
    })
    expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/)
  })

  it.each(['EdDSA', 'ES256'] as const)('shows the key itself: %s', async (alg) => {
    const device = await register(app(), {}, alg)
    expect((await getKey(app(), device.fingerprint)).body.jwk).toEqual(device.jwk)
  })

  it('finds an Ed25519 key by its raw bytes too, and answers with the fingerprint', async () => {
    const device = await register(app())
    const byAlias = await getKey(app(), device.raw)
    const byName = await getKey(app(), device.fingerprint)
    expect([byAlias.status, byAlias.text]).toEqual([200, byName.text])
    expect(byAlias.headers.get('etag')).toBe(byName.headers.get('etag'))
  })

  it('has no alias for a P-256 key', async () => {
    const device = await register(app(), {}, 'ES256')
    expectRefusal(app(), await getKey(app(), device.raw), 'unknown-key')
  })

  it('knows one spelling of a key', async () => {
    const device = await register(app())
    for (const identifier of [...respell(device.fingerprint), ...respell(device.raw)]) {
      expectRefusal(app(), await getKey(app(), identifier), 'unknown-key')
    }
    for (const identifier of [
      `${device.raw}=`,
      ` ${device.raw}`,
      device.raw.toLowerCase(),
      `${device.raw}\n`,
    ]) {
      expectRefusal(app(), await getKey(app(), identifier), 'unknown-key')
    }
  })

  it.each([
    'A'.repeat(43),
    'A'.repeat(42),
    'A'.repeat(44),
    'x',
    '0',
    '__proto__',
    "' OR 1=1--",
    'ü'.repeat(43),
    '%',
    'A'.repeat(512),
  ])('knows no key %j', async (identifier) => {
    expectRefusal(app(), await getKey(app(), identifier), 'unknown-key')
  })

  it('refuses a NUL, which PostgreSQL cannot look for', async () => {
    expectRefusal(app(), await getKey(app(), '\u0000'), 'invalid-request')
  })

  it('refuses a query', async () => {
    const answer = await readAnswer(await fetch(`${app().url}/issuer/key/${'A'.repeat(43)}?full=1`))
    expectRefusal(app(), answer, 'invalid-request')
  })

  describe('validators', () => {
    it('come with every answer: a strong ETag, a minute of caching', async () => {
      const device = await register(app())
      const { headers } = await getKey(app(), device.fingerprint)
      expect(headers.get('etag')).toMatch(/^"[^"]+"$/)
      expect(headers.get('cache-control')).toBe('public, max-age=60')
    })

    it('differ where the records differ', async () => {
      const first = await register(app())
      app().clock.advance(1)
      const second = await register(app())
      const etags = await Promise.all(
        [first, second].map(async (one) => (await getKey(app(), one.fingerprint)).headers.get('etag')),
      )
      expect(new Set(etags).size).toBe(2)
    })

    it.each<[string, (etag: string) => string]>([
      ['the ETag', (etag) => etag],
      ['a weak one', (etag) => `W/${etag}`],
      ['a list with it', (etag) => `"a", ${etag}, "b"`],
      ['a list with a weak one, unspaced', (etag) => `"a",W/${etag}`],
      ['a star', () => '*'],
    ])('save the body: If-None-Match with %s', async (_name, write) => {
      const device = await register(app())
      const etag = (await getKey(app(), device.fingerprint)).headers.get('etag') ?? ''
      const answer = await getKey(app(), device.raw, { 'if-none-match': write(etag) })
      expect([answer.status, answer.text]).toEqual([304, ''])
      expect(answer.headers.get('etag')).toBe(etag)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
      expect(answer.headers.get('content-type')).toBe(null)
    })

    it.each<(etag: string) => string>([
      (etag) => etag.slice(1, -1),
      (etag) => `"${etag}"`,
      () => '"other"',
      () => '',
      (etag) => etag.toUpperCase().replace(/^"/, '"X'),
    ])('do not match anything else: %s', async (write) => {
      const device = await register(app())
      const etag = (await getKey(app(), device.fingerprint)).headers.get('etag') ?? ''
      const answer = await getKey(app(), device.fingerprint, { 'if-none-match': write(etag) })
      expect(answer.status).toBe(200)
    })

    it('do not bring an unknown key into being', async () => {
      expectRefusal(app(), await getKey(app(), 'A'.repeat(43), { 'if-none-match': '*' }), 'unknown-key')
    })
  })

  describe('a revoked key', () => {
    it('is gone, whoever held its ETag', async () => {
      const device = await register(app())
      const etag = (await getKey(app(), device.fingerprint)).headers.get('etag') ?? ''
      await revoke(app().app.context.database, device.fingerprint)
      for (const identifier of [device.fingerprint, device.raw]) {
        const answer = await getKey(app(), identifier, { 'if-none-match': etag })
        expectRefusal(app(), answer, 'revoked-key')
        expect(answer.body).not.toHaveProperty('successor')
        expect(answer.headers.get('etag')).toBe(null)
      }
    })

    it('tells its successor, if it has one', async () => {
      const device = await register(app())
      const successor = newDevice().fingerprint
      await revoke(app().app.context.database, device.fingerprint, successor)
      const answer = await getKey(app(), device.raw)
      expectRefusal(app(), answer, 'revoked-key')
      expect(answer.body.successor).toBe(successor)
    })
  })
})

onEachEngine('what processes remember of keys', (place) => {
  let apps: RunningApp[]
  let elsewhere: Database
  beforeAll(async () => {
    const clock = createManualClock()
    apps = await startApps(place(), 2, { clock })
    elsewhere = await (place() as Place).open()
  })
  afterAll(async () => {
    await elsewhere.close()
    for (const { app } of apps) await app.stop()
  })

  /** How long until an app says that the key is gone. */
  async function msUntilGone(app: RunningApp, fingerprint: string, start: number): Promise<number> {
    for (;;) {
      const { status } = await getKey(app, fingerprint)
      const ms = performance.now() - start
      if (status === 410 || ms > 5_000) return ms
    }
  }

  async function remembered(): Promise<string> {
    const [first] = apps
    if (first === undefined) throw new Error('two apps run')
    const { fingerprint } = await register(first)
    for (const app of apps) expect((await getKey(app, fingerprint)).status).toBe(200)
    return fingerprint
  }

  it('ends with the revocation in the process that revokes', async () => {
    const fingerprint = await remembered()
    const [first] = apps
    if (first === undefined) throw new Error('two apps run')
    await revoke(first.app.context.database, fingerprint)
    expectRefusal(first, await getKey(first, fingerprint), 'revoked-key')
  })

  it('ends within a second in the others', async () => {
    for (let round = 0; round < 5; round += 1) {
      const fingerprint = await remembered()
      const start = performance.now()
      await revokeElsewhere(elsewhere, fingerprint)
      for (const app of apps) expect(await msUntilGone(app, fingerprint, start)).toBeLessThan(1_000)
    }
  })
})
