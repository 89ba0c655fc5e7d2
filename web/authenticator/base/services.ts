import type { IssuerSpeaker, TwofactorSpeaker } from '../../../src/client/device/speaker.ts'
import { connectIssuer, connectTwofactor } from '../../../src/client/services.ts'
import { reach } from '../../ui/offline/online.ts'
import { noteServerTime } from '../keys/server-time.ts'
import { signToken } from '../keys/token.ts'
import type { Enrolment, Identity } from '../store/records.ts'
import { base } from './place.ts'

/** The page's own host serves all services: its content security policy allows no other. */
export const issuerUrl = `${location.origin}/issuer`
export const twofactorUrl = `${location.origin}/twofactor`

/** Requests bypass the browser's cache, so that a revoked key is noticed at once and nothing is left behind. */
const ask: typeof fetch = async (input, init) => {
  const response = await reach(input, { ...init, cache: 'no-store' })
  noteServerTime(response.headers)
  return response
}

export const issuer = connectIssuer({ url: issuerUrl, fetch: ask })
export const twofactor = connectTwofactor({ url: twofactorUrl, fetch: ask })

type Services = {
  readonly issuer: string
  readonly twofactor: string
  /** Whether messages to such addresses stay in the server's outbox instead of being sent. */
  readonly kept: Readonly<Record<'email' | 'phone', boolean>>
}

let services: Promise<Services> | undefined

/** The issuer's own name for itself, used as the audience of tokens for it. */
export async function issuerAudience(): Promise<string> {
  return (await readServices()).issuer
}

export async function twofactorAudience(): Promise<string> {
  return (await readServices()).twofactor
}

/** Calls the issuer with the key of an identity. */
export async function speakAs({ id, key }: Identity): Promise<IssuerSpeaker> {
  return {
    client: issuer,
    audience: await issuerAudience(),
    fingerprint: id,
    sign: (members, options) => signToken(key, members, options),
  }
}

/** Calls the two-factor service with the key of an enrolment. */
export async function speakFor({ key }: Enrolment): Promise<TwofactorSpeaker> {
  return {
    client: twofactor,
    audience: await twofactorAudience(),
    sign: (members, options) => signToken(key, members, options),
  }
}

/** True if codes are not sent, but stay in the server's outbox. */
export async function keepsMessages(kind: 'email' | 'phone'): Promise<boolean> {
  return (await readServices()).kept[kind]
}

function readServices(): Promise<Services> {
  services ??= askServices()
  services.catch(() => {
    services = undefined
  })
  return services
}

async function askServices(): Promise<Services> {
  const response = await ask(`${base}/data/services.json`)
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim())
  return (await response.json()) as Services
}
