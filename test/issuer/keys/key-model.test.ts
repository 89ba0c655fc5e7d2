import fc from 'fast-check'
import { expect, it } from 'vitest'
import { onEachApp, type RunningApp } from '../../harness.ts'
import { scaled, seed } from '../../seed.ts'
import { attach, call, newEmail, newPhone, readKey, recover, rotate, setRecovery } from '../calls.ts'
import type { IssuerAnswer } from '../device.ts'
import { ownClaim } from '../own-tokens.ts'
import { newParty, type Party } from '../party.ts'

const KEYS = 5
const RECOVERY_KEYS = 3

/** What a key is by the contract. */
type Key = {
  readonly party: Party
  state: 'unknown' | 'live' | 'revoked'
  name: string | null
  /** Address by the name of the claim. */
  claims: Map<string, string>
  secret: string
  successor: string | undefined
  recovery: Party | null
}

const key = fc.nat(KEYS - 1)
const recovery = fc.nat(RECOVERY_KEYS - 1)
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('register' as const), key, name: fc.constantFrom('A', 'B') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('update' as const),
      key,
      by: key,
      name: fc.constantFrom('C', 'D'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rotate' as const), key, next: key }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('revoke' as const), key, bySecret: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('attach' as const), key, address: fc.nat(4) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('appoint' as const), key, recovery: fc.option(recovery) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('recover' as const), key, recovery, next: fc.option(key) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Expected = { status: number; label?: string }

/** A few parties with keys and addresses of their own, and what each step does to them. */
class World {
  readonly keys: Key[]
  readonly recoveries: Party[]
  readonly addresses: (readonly ['email' | 'phone', string])[]
  readonly #running: RunningApp

  constructor(running: RunningApp) {
    this.#running = running
    this.keys = Array.from({ length: KEYS }, () => ({
      party: newParty(running),
      state: 'unknown',
      name: null,
      claims: new Map(),
      secret: '',
      successor: undefined,
      recovery: null,
    }))
    this.recoveries = Array.from({ length: RECOVERY_KEYS }, () => newParty(running))
    this.addresses = [
      ...[newEmail(), newEmail(), newEmail()].map((email) => ['email', email] as const),
      ...[newPhone(), newPhone()].map((phone) => ['phone', phone] as const),
    ]
  }

  at(index: number): Key {
    const found = this.keys[index]
    if (found === undefined) throw new Error('a key of this world')
    return found
  }

  #recoveryAt(index: number): Party {
    const found = this.recoveries[index]
    if (found === undefined) throw new Error('a recovery key of this world')
    return found
  }

  async take(one: Step): Promise<void> {
    const [expected, answer] = await this.#perform(one)
    expect([one, answer.status, answer.text]).toEqual([one, expected.status, expect.any(String)])
    if (expected.label !== undefined) expect([one, answer.body.title]).toEqual([one, expected.label])
  }

  async expectAgreement(): Promise<void> {
    for (const { party, state, name, claims, successor } of this.keys) {
      const { status, body } = await readKey(this.#running, party)
      expect(status).toBe({ unknown: 404, live: 200, revoked: 410 }[state])
      if (state === 'revoked') expect(body.successor).toBe(successor)
      if (state !== 'live') continue
      const names = [...claims.keys()].sort()
      const confirmed = names.length === 0 ? 'registered' : 'confirmed'
      expect(body).toMatchObject({ name, claims: names, status: confirmed, fingerprint: party.fingerprint })
    }
  }

  #perform(one: Step): Promise<[Expected, IssuerAnswer]> {
    switch (one.do) {
      case 'register':
        return this.#register(this.at(one.key), one.name)
      case 'update':
        return this.#update(this.at(one.key), this.at(one.by), one.name)
      case 'rotate':
        return this.#rotate(this.at(one.key), this.at(one.next))
      case 'revoke':
        return this.#revoke(this.at(one.key), one.bySecret)
      case 'attach':
        return this.#attach(this.at(one.key), this.addresses[one.address] ?? ['email', ''])
      case 'appoint':
        return this.#appoint(this.at(one.key), one.recovery === null ? null : this.#recoveryAt(one.recovery))
      case 'recover':
        return this.#recover(
          this.at(one.key),
          this.#recoveryAt(one.recovery),
          one.next === null ? undefined : this.at(one.next),
        )
    }
  }

  async #register(key: Key, name: string): Promise<[Expected, IssuerAnswer]> {
    const token = key.party.token({ name }, { jwk: key.party.signer.jwk })
    const answer = await call(this.#running, 'POST', '/key', { token })
    if (key.state !== 'unknown') return [{ status: 409, label: 'duplicate-key' }, answer]
    Object.assign(key, { state: 'live', name, secret: String(answer.body.secret) })
    return [{ status: 201 }, answer]
  }

  async #update(key: Key, by: Key, name: string): Promise<[Expected, IssuerAnswer]> {
    const token = by.party.token({ name })
    const answer = await call(this.#running, 'PUT', `/key/${key.party.fingerprint}`, { token })
    const refused = notLive(by) ?? notLive(key)
    if (refused !== undefined) return [refused, answer]
    if (key !== by) return [{ status: 401, label: 'auth-error' }, answer]
    key.name = name
    return [{ status: 200 }, answer]
  }

  async #rotate(key: Key, next: Key): Promise<[Expected, IssuerAnswer]> {
    const answer = await rotate(this.#running, key.party, next.party)
    const refused = notLive(key)
    if (refused !== undefined) return [refused, answer]
    if (next.state !== 'unknown') return [{ status: 409, label: 'duplicate-key' }, answer]
    handOver(key, next, String(answer.body.secret))
    return [{ status: 200 }, answer]
  }

  async #revoke(key: Key, bySecret: boolean): Promise<[Expected, IssuerAnswer]> {
    const proof = bySecret ? { query: { secret: key.secret } } : { token: key.party.token({ revoke: true }) }
    const answer = await call(this.#running, 'DELETE', `/key/${key.party.fingerprint}`, proof)
    if (key.state === 'unknown') return [{ status: 404, label: 'unknown-key' }, answer]
    if (key.state === 'revoked') return [bySecret ? { status: 200 } : { status: 410 }, answer]
    revoke(key)
    return [{ status: 200 }, answer]
  }

  async #appoint(key: Key, recovery: Party | null): Promise<[Expected, IssuerAnswer]> {
    const answer = await setRecovery(this.#running, key.party, recovery)
    const refused = notLive(key)
    if (refused !== undefined) return [refused, answer]
    key.recovery = recovery
    return [{ status: 200 }, answer]
  }

  async #recover(key: Key, by: Party, next: Key | undefined): Promise<[Expected, IssuerAnswer]> {
    const answer = await recover(this.#running, key.party, by, next?.party)
    const refused = notLive(key)
    if (refused !== undefined) return [refused, answer]
    if (key.recovery !== by) return [{ status: 401, label: 'auth-error' }, answer]
    if (next !== undefined && next.state !== 'unknown')
      return [{ status: 409, label: 'duplicate-key' }, answer]
    if (next === undefined) revoke(key)
    else handOver(key, next, String(answer.body.secret))
    return [{ status: 200 }, answer]
  }

  async #attach(
    key: Key,
    [name, address]: readonly ['email' | 'phone', string],
  ): Promise<[Expected, IssuerAnswer]> {
    const claim = await ownClaim(this.#running, key.party, { [name]: address })
    const answer = await attach(this.#running, key.party, [claim])
    const refused = notLive(key)
    if (refused !== undefined) return [refused, answer]
    const taken = this.keys.some((other) => other !== key && other.claims.get(name) === address)
    if (taken) return [{ status: 409, label: 'duplicate-hash' }, answer]
    key.claims.set(name, address)
    return [{ status: 200 }, answer]
  }
}

function handOver(key: Key, next: Key, secret: string): void {
  const { name, claims, recovery } = key
  Object.assign(next, { state: 'live', name, claims, recovery, secret })
  revoke(key)
  key.successor = next.party.fingerprint
}

function revoke(key: Key): void {
  Object.assign(key, { state: 'revoked', claims: new Map(), recovery: null })
}

function notLive({ state }: Key): Expected | undefined {
  if (state === 'live') return undefined
  return state === 'unknown' ? { status: 404, label: 'unknown-key' } : { status: 410, label: 'revoked-key' }
}

onEachApp('keys', (running) => {
  it('are what the steps of their holders make of them', { timeout: 600_000 }, async () => {
    let taken = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const world = new World(running())
        for (const one of steps) await world.take(one)
        await world.expectAgreement()
        taken += steps.length
      }),
      { numRuns: scaled(25, 500), seed: Number(seed) },
    )
    expect(taken).toBeGreaterThan(100)
  })
})
