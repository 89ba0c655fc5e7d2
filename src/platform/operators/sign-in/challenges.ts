import type { Context } from '../../../kernel/context.ts'
import { membersIn } from '../../../kernel/text/json.ts'
import type { ChallengePurpose } from '../tables.ts'
import { addChallenge, takeChallenge } from './challenge-store.ts'

/** Longer than people need to find their security key. */
export const CHALLENGE_MS = 5 * 60_000
const BYTES = 32
const digestPurpose = 'operator-challenge'

/**
 * A challenge for an authenticator to sign once. With `about` the signature is valid only for that: it is part of the
 * digest that the row is found by.
 */
export async function drawChallenge(
  { database, random, vault, clock }: Context,
  purpose: ChallengePurpose,
  operatorId?: string,
  about?: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(random.bytes(BYTES))
  await addChallenge(database, {
    digest: vault.digest(digestPurpose, boundTo(Buffer.from(bytes).toString('base64url'), about)),
    purpose,
    operator_id: operatorId ?? null,
    expires_at: clock.now() + CHALLENGE_MS,
  })
  return bytes
}

/** Uses up the signed challenge and returns whom it was given to; undefined if it is unknown, expired or used. */
export async function spendChallenge(
  { database, vault, clock }: Context,
  purpose: ChallengePurpose,
  clientData: string,
  about?: string,
): Promise<{ challenge: string; operatorId: string | undefined } | undefined> {
  const challenge = readChallenge(clientData)
  if (challenge === undefined) return undefined
  const digest = vault.digest(digestPurpose, boundTo(challenge, about))
  const row = await takeChallenge(database, { digest, purpose, now: clock.now() })
  return row === undefined ? undefined : { challenge, operatorId: row.operator_id ?? undefined }
}

function boundTo(challenge: string, about: string | undefined): string {
  return about === undefined ? challenge : `${challenge} ${about}`
}

/** WebAuthn §5.8.1: the client data that was signed contains the challenge. */
function readChallenge(clientData: string): string | undefined {
  const { challenge } = membersIn(Buffer.from(clientData, 'base64url').toString())
  return typeof challenge === 'string' ? challenge : undefined
}
