import { Refusal } from '../client.ts'
import { type IssuerSpeaker, labelOf, successorOf } from './speaker.ts'
import { readToken } from './token.ts'

type AddressName = 'email' | 'phone'

/** Asks the issuer to send a code to an address; the job and the code together prove the address. */
export async function requestCode(
  { client, audience, sign }: IssuerSpeaker,
  name: AddressName,
  address: string,
): Promise<{ job: string; expires_at: string }> {
  const jwt = await sign({ aud: audience, scope: name, [name]: address })
  const { job, expires_at } = (await client.createScopeJob({ body: { jwt } })).body
  return { job, expires_at }
}

type ProvenAddress = { readonly name: AddressName; readonly value: string; readonly token: string }

/** Sends the code back and attaches the issuer's claim token. Undefined if the job does not prove an address. */
export async function confirmCode(
  speaker: IssuerSpeaker,
  job: string,
  code: string,
): Promise<ProvenAddress | undefined> {
  const { client, audience, fingerprint, sign } = speaker
  await giveCode(speaker, job, code)
  const { body: record } = await client.getScopeJob({ params: { job } })
  const token = record?.token
  if (token === undefined) return undefined
  const body = await sign({ aud: audience, claims: [token] })
  await client.attachClaims({ params: { PK: fingerprint }, body })
  const name: AddressName = record?.scope === 'phone' ? 'phone' : 'email'
  return { name, value: String(readToken(token)[name]), token }
}

/** Safe to repeat when the answer was lost: a completed job simply continues from there. */
async function giveCode({ client }: IssuerSpeaker, job: string, code: string): Promise<void> {
  try {
    await client.confirmScopeJob({ params: { job }, body: { json: { code } } })
  } catch (error) {
    if (labelOf(error) !== 'closed-job') throw error
    const { body } = await client.getScopeJob({ params: { job } })
    if (body?.status !== 'completed') throw error
  }
}

/** Replaces this key with another one, which the caller must have saved beforehand. Returns the new key's secret. */
export async function replaceKey(
  { client, audience, fingerprint, sign }: IssuerSpeaker,
  introduceNext: (members: { aud: string; replaces: string }) => Promise<string>,
): Promise<string | undefined> {
  const rotate = await introduceNext({ aud: audience, replaces: fingerprint })
  const body = await sign({ aud: audience, rotate })
  return (await client.updateKey({ params: { PK: fingerprint }, body })).body.secret
}

/** If the answer to a key rotation was lost, the rotation took place exactly when the issuer knows the new key. */
export async function isKnown(client: IssuerSpeaker['client'], fingerprint: string): Promise<boolean> {
  try {
    await client.headKey({ params: { PK: fingerprint } })
    return true
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return false
    throw error
  }
}

/** Safe to repeat when the answer was lost: revoking a revoked key succeeds. */
export async function revokeKey({ client, audience, fingerprint, sign }: IssuerSpeaker): Promise<void> {
  const body = await sign({ aud: audience, revoke: true })
  try {
    await client.revokeKey({ params: { PK: fingerprint }, body })
  } catch (error) {
    if (labelOf(error) !== 'revoked-key') throw error
  }
}

/**
 * Sets the recovery key of this key, which replaces the previous one. `recovery` is the recovery key's own token, with
 * its public key in the header and this key's fingerprint in `recovers`; null removes the recovery key.
 */
export async function setRecovery(
  { client, audience, fingerprint, sign }: IssuerSpeaker,
  recovery: string | null,
): Promise<void> {
  const body = await sign({ aud: audience, recovery })
  await client.setRecoveryKey({ params: { PK: fingerprint }, body })
}

/** A recovery key, and the fingerprint of the key that it recovers. */
type Recoverer = Pick<IssuerSpeaker, 'audience' | 'fingerprint' | 'sign'>

/**
 * Replaces a lost key with another one, which the caller must have saved beforehand. Returns the new key's secret. If
 * the lost key was rotated since, `successorOf` the refusal names the key to recover instead.
 */
export async function recoverKey(
  client: IssuerSpeaker['client'],
  { audience, fingerprint, sign }: Recoverer,
  introduceNext: (members: { aud: string; replaces: string }) => Promise<string>,
): Promise<string | undefined> {
  const rotate = await introduceNext({ aud: audience, replaces: fingerprint })
  const body = await sign({ aud: audience, rotate })
  return (await client.recoverKey({ params: { PK: fingerprint }, body })).body.secret
}

/** Safe to repeat when the answer was lost: a key that is revoked without a successor stays revoked. */
export async function revokeLostKey(
  client: IssuerSpeaker['client'],
  { audience, fingerprint, sign }: Recoverer,
): Promise<void> {
  const body = await sign({ aud: audience, revoke: true })
  try {
    await client.recoverKey({ params: { PK: fingerprint }, body })
  } catch (error) {
    if (labelOf(error) !== 'revoked-key' || successorOf(error) !== undefined) throw error
  }
}
