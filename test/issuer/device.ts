import { thumbprint } from '../../src/kernel/jwt/public-key.ts'
import type { RunningApp } from '../harness.ts'
import { exchange, type PlainAnswer } from '../http-client.ts'
import { newSigner, type Signer, signToken } from '../kernel/jwt/tokens.ts'

/** A key pair as a person or an application holds it. */
export type Device = Signer & {
  readonly fingerprint: string
  /** The raw Ed25519 key, the alias of its fingerprint. */
  readonly raw: string
}

export function newDevice(alg: Signer['alg'] = 'EdDSA'): Device {
  const signer = newSigner(alg)
  return { ...signer, fingerprint: thumbprint(signer.jwk), raw: signer.jwk.x }
}

export type Parts = { claims?: Readonly<Record<string, unknown>>; header?: Readonly<Record<string, unknown>> }

/** A registration token; a member that is undefined is left out. */
export function registration(device: Device, { claims = {}, header = {} }: Parts = {}): string {
  const bare = device.alg === 'EdDSA' ? { sub: device.raw } : { sub: device.fingerprint }
  const key = device.alg === 'EdDSA' ? {} : { jwk: device.jwk }
  return signToken(device, { ...bare, ...claims }, { alg: device.alg, ...key, ...header })
}

export type IssuerAnswer = { status: number; headers: Headers; body: Record<string, unknown>; text: string }

export async function readAnswer(response: Response): Promise<IssuerAnswer> {
  return parseAnswer({ status: response.status, headers: response.headers, text: await response.text() })
}

export function parseAnswer(answer: PlainAnswer): IssuerAnswer {
  return { ...answer, body: answer.text === '' ? {} : JSON.parse(answer.text) }
}

/** POST /key with any body. */
export async function postKey(
  { url }: RunningApp,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/jwt' },
): Promise<IssuerAnswer> {
  return parseAnswer(await exchange(`${url}/issuer/key`, { method: 'POST', body, headers }))
}

export async function getKey(
  { url }: RunningApp,
  identifier: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<IssuerAnswer> {
  return parseAnswer(await exchange(`${url}/issuer/key/${encodeURIComponent(identifier)}`, { headers }))
}

/** Registers a fresh device. */
export async function register(running: RunningApp, parts: Parts = {}, alg?: Signer['alg']): Promise<Device> {
  const device = newDevice(alg)
  const answer = await postKey(running, registration(device, parts))
  if (answer.status !== 201) throw new Error(`not registered: ${answer.text}`)
  return device
}

/** NumericDate of the test's clock. */
export function secondsOf({ clock }: RunningApp): number {
  return clock.now() / 1000
}
