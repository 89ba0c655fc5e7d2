import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Context } from '../../../kernel/context.ts'
import { longestPasskeyId, type OperatorRow, type PasskeyRow } from '../tables.ts'
import { CHALLENGE_MS } from './challenges.ts'

/** The context for passkeys, which are tied to the console's URL. */
export type SignInContext = Context & {
  /** The console's URL. */
  readonly url: string
}

type NewKey = Pick<PasskeyRow, 'id' | 'public_key' | 'counter' | 'transports'>

type Person = {
  operator: OperatorRow
  known: readonly PasskeyRow[]
  challenge: Uint8Array<ArrayBuffer>
}

/** Loaded when somebody signs in, so that the start does not wait for it. */
const load = () => import('@simplewebauthn/server')

export async function creationOptions(
  { url }: SignInContext,
  { operator: { id, email, name }, known, challenge }: Person,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await load()
  return generateRegistrationOptions({
    rpName: 'Lanyard',
    rpID: new URL(url).hostname,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: name ?? email,
    challenge,
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: known.map((passkey) => ({ id: passkey.id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

export async function requestOptions({ url }: SignInContext, challenge: Uint8Array<ArrayBuffer>) {
  const { generateAuthenticationOptions } = await load()
  return generateAuthenticationOptions({
    rpID: new URL(url).hostname,
    challenge,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  })
}

/** The key that an authenticator created for this server; undefined if the response is not valid. */
export async function readNewKey(
  { url, log }: SignInContext,
  response: RegistrationResponseJSON,
  challenge: string,
): Promise<NewKey | undefined> {
  const { verifyRegistrationResponse } = await load()
  const { origin, hostname } = new URL(url)
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostname,
      requireUserVerification: true,
    })
    if (registrationInfo === undefined) return undefined
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    if (id.length > longestPasskeyId) return undefined
    const known = transports.filter((name) => /^[\w-]{1,20}$/.test(name))
    return {
      id,
      public_key: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: known.slice(0, 10).join(' '),
    }
  } catch (cause) {
    log.debug('a passkey was not accepted', { cause })
    return undefined
  }
}

/**
 * The counter of the passkey's signature for this challenge, with its user verified; undefined if it is not valid.
 */
export async function readCounter(
  { url, log }: SignInContext,
  { id, public_key, counter }: PasskeyRow,
  { response, challenge }: { response: AuthenticationResponseJSON; challenge: string },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await load()
  const { origin, hostname } = new URL(url)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostname,
      credential: { id, publicKey: Uint8Array.from(Buffer.from(public_key, 'base64url')), counter },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch (cause) {
    log.debug('a passkey was not accepted', { cause })
    return undefined
  }
}
