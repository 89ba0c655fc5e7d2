import { expect } from 'vitest'
import { operations } from '../../src/issuer/operations.ts'
import type { RunningApp } from '../harness.ts'
import { acceptance, appointment, type Call, call, newEmail, setRecovery } from './calls.ts'
import type { IssuerAnswer } from './device.ts'
import { ownClaim } from './own-tokens.ts'
import { askToken, newApplication, newParty, newPerson, type Party } from './party.ts'

type Operations = typeof operations

/** The rows of the table that take a signed request. */
export type SignedName = {
  [K in keyof Operations]: Operations[K]['auth'] extends 'signed' ? K : never
}[keyof Operations]

export function isSigned(name: string): name is SignedName {
  return operations[name as keyof Operations]?.auth === 'signed'
}

/** One request, ready to be signed: what it says and where it goes. */
export type Attempt = {
  readonly signer: Party
  /** The registered key that it is about, if another one signs. */
  readonly key?: Party
  /** Values of the path's parameters. */
  readonly params: Readonly<Record<string, string>>
  readonly members: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
}

/** What a token can be for. */
export type Purpose = {
  readonly operation: SignedName
  /** Further operations that it is good for. */
  readonly alsoServes?: readonly SignedName[]
  /** Which claim names the signer. */
  readonly by?: 'iss'
  /** A read, or a registration: no `jti` is spent, and other times are allowed. */
  readonly isWrite?: false
  readonly success: number
  prepare(running: RunningApp): Promise<Attempt>
}

const ofPerson = (members: (running: RunningApp, person: Party) => Promise<Record<string, unknown>>) => ({
  async prepare(running: RunningApp): Promise<Attempt> {
    const signer = await newPerson(running)
    return { signer, params: { PK: signer.fingerprint }, members: await members(running, signer) }
  },
})

const ofRecoveryKey = (
  members: (running: RunningApp, person: Party) => Readonly<Record<string, unknown>>,
) => ({
  async prepare(running: RunningApp): Promise<Attempt> {
    const [key, signer] = [await newPerson(running), newParty(running)]
    expect((await setRecovery(running, key, signer)).status).toBe(200)
    return { signer, key, params: { PK: key.fingerprint }, members: members(running, key) }
  },
})

const toJob = (members: Record<string, unknown>) => ({
  async prepare(running: RunningApp): Promise<Attempt> {
    const [signer, app] = [await newPerson(running), await newApplication(running)]
    const token = askToken(app, { sub: signer.fingerprint, scope: 'name', nonce: 'n-1' })
    const { job, number } = (await call(running, 'POST', '/scope', { token })).body as Record<string, string>
    const aud = [running.issuerUrl, app.fingerprint]
    const answer = { aud, job, number, nonce: 'n-1', ...members }
    return { signer, params: { job: String(job) }, members: answer }
  },
})

/** Every purpose that a signed request has, by name. */
export const purposes: Readonly<Record<string, Purpose>> = {
  register: {
    operation: 'registerKey',
    isWrite: false,
    success: 201,
    async prepare(running) {
      const signer = newParty(running)
      return { signer, params: {}, members: { kind: 'person' }, header: { jwk: signer.signer.jwk } }
    },
  },
  attach: {
    operation: 'attachClaims',
    success: 200,
    ...ofPerson(async (running, person) => ({
      claims: [await ownClaim(running, person, { email: newEmail() })],
    })),
  },
  update: { operation: 'updateKey', success: 200, ...ofPerson(async () => ({ name: 'Ada' })) },
  rotate: {
    operation: 'updateKey',
    success: 200,
    ...ofPerson(async (running, { fingerprint }) => ({ rotate: acceptance(newParty(running), fingerprint) })),
  },
  revoke: { operation: 'revokeKey', success: 200, ...ofPerson(async () => ({ revoke: true })) },
  login: { operation: 'login', success: 200, ...toJob({ claims: { name: 'Ada' } }) },
  answer: {
    operation: 'answerScopeJob',
    alsoServes: ['login'],
    success: 200,
    ...toJob({ status: 'completed', claims: { name: 'Ada' } }),
  },
  deny: { operation: 'answerScopeJob', success: 200, ...toJob({ status: 'denied' }) },
  request: {
    operation: 'createScopeJob',
    by: 'iss',
    success: 201,
    async prepare(running) {
      return { signer: await newApplication(running), params: {}, members: { scope: 'name' } }
    },
  },
  verify: {
    operation: 'createScopeJob',
    success: 201,
    ...ofPerson(async () => ({ scope: 'email', email: newEmail() })),
  },
  inbox: {
    operation: 'listInbox',
    isWrite: false,
    success: 200,
    ...ofPerson(async () => ({ purpose: 'inbox' })),
  },
  block: {
    operation: 'changeBlocks',
    success: 200,
    ...ofPerson(async (running) => ({ block: (await newApplication(running)).fingerprint })),
  },
  unblock: {
    operation: 'changeBlocks',
    success: 200,
    ...ofPerson(async (running) => ({ unblock: (await newApplication(running)).fingerprint })),
  },
  'set a recovery key': {
    operation: 'setRecoveryKey',
    success: 200,
    ...ofPerson(async (running, { fingerprint }) => ({
      recovery: appointment(newParty(running), fingerprint),
    })),
  },
  'remove a recovery key': {
    operation: 'setRecoveryKey',
    success: 200,
    ...ofPerson(async () => ({ recovery: null })),
  },
  'recover by rotation': {
    operation: 'recoverKey',
    success: 200,
    ...ofRecoveryKey((running, { fingerprint }) => ({ rotate: acceptance(newParty(running), fingerprint) })),
  },
  'recover by revocation': {
    operation: 'recoverKey',
    success: 200,
    ...ofRecoveryKey(() => ({ revoke: true })),
  },
}

/** The token of an attempt as it should be, or with other claims or header members; undefined leaves one out. */
export function tokenOf(
  { by }: Purpose,
  attempt: Attempt,
  claims: Readonly<Record<string, unknown>> = {},
  header: Readonly<Record<string, unknown>> = {},
): string {
  const { signer, members } = attempt
  const identity = by === 'iss' ? { iss: signer.fingerprint, sub: undefined } : {}
  return signer.token({ ...identity, ...members, ...claims }, { ...attempt.header, ...header })
}

/** Sends a token where the operation takes it. */
export function sendTo(
  running: RunningApp,
  name: SignedName,
  token: string,
  params: Readonly<Record<string, string>>,
): Promise<IssuerAnswer> {
  const { method, path } = operations[name]
  const place = path.replaceAll(/\{(\w+)\}/g, (_match, parameter: string) => params[parameter] ?? 'none')
  const headers = { accept: 'application/json' }
  const sent: Call =
    name === 'listInbox' ? { headers: { ...headers, authorization: `JWT ${token}` } } : { headers, token }
  return call(running, method, place, sent)
}
