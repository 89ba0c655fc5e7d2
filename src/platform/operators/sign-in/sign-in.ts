import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { Fault } from '../../../kernel/base/fault.ts'
import type { Secret } from '../../../kernel/base/secret.ts'
import { ensureOrganisation } from '../../accounts/organisations.ts'
import { noteDecision } from '../../audit/tallies.ts'
import { limitNetworks } from '../../rate-limit/networks.ts'
import { findInvited, redeemInvitation, refuseInvitation } from '../invitations.ts'
import { because } from '../reasons.ts'
import { openSession } from '../sessions.ts'
import { drawChallenge, spendChallenge } from './challenges.ts'
import { advanceCounter, findPasskey, listPasskeyRows } from './passkey-store.ts'
import { type NewPasskey, storePasskey } from './passkeys.ts'
import { creationOptions, readCounter, readNewKey, requestOptions, type SignInContext } from './webauthn.ts'

const WINDOW_MS = 10 * 60_000
const ATTEMPTS = 120

/** Counted in the database across processes, so that neither passkeys nor invitations can be guessed. */
export function limitAttempts(context: SignInContext, address: string): Promise<void> {
  return limitNetworks(context, { bucket: 'console-sign-in', address, limit: ATTEMPTS, windowMs: WINDOW_MS })
}

type Way = 'passkey' | 'invitation' | 'phone'

/** Counts refused sign-ins; a successful one has its own audit entry. */
export async function countRefusals<T>(context: SignInContext, way: Way, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Fault && error.kind === 'unauthenticated') {
      const decided = { scope: 'console', subject: `console:${way}`, decision: 'refused' } as const
      await noteDecision(context.database, context, decided)
    }
    throw error
  }
}

/** Asks for no user name: the authenticator knows which passkeys it has for this server. */
export async function beginSignIn(context: SignInContext) {
  return requestOptions(context, await drawChallenge(context, 'sign-in'))
}

/** Returns the token of a new session. */
export async function signIn(
  context: SignInContext,
  { response, agent }: { response: AuthenticationResponseJSON; agent: string },
): Promise<Secret> {
  const spent = await spendChallenge(context, 'sign-in', response.response.clientDataJSON)
  const passkey = spent === undefined ? undefined : await findPasskey(context.database, response.id)
  if (spent === undefined || passkey === undefined) throw refuseSignIn()
  const { id, operator_id: operatorId } = passkey
  if (response.response.userHandle !== Buffer.from(operatorId).toString('base64url')) throw refuseSignIn()
  const counter = await readCounter(context, passkey, { response, challenge: spent.challenge })
  if (counter === undefined) throw refuseSignIn()
  return context.database.write(async (tx) => {
    if (!(await advanceCounter(tx, { id, counter, now: context.clock.now() }))) throw refuseSignIn()
    return openSession(tx, context, { operatorId, agent })
  })
}

/** The operator to create a passkey for. Does not use up the invitation. */
export async function beginInvitation(context: SignInContext, token: string) {
  const operator = await findInvited(context, token)
  if (operator === undefined) throw refuseInvitation()
  const known = await listPasskeyRows(context.database, operator.id)
  const challenge = await drawChallenge(context, 'invitation', operator.id)
  return { operator, options: await creationOptions(context, { operator, known, challenge }) }
}

type Accepted = NewPasskey & { token: string; agent: string }

/** Stores the passkey, uses up the invitation and opens the session in one transaction. */
export async function acceptInvitation(
  context: SignInContext,
  { token, response, name, agent }: Accepted,
): Promise<Secret> {
  const spent = await spendChallenge(context, 'invitation', response.response.clientDataJSON)
  const key = spent === undefined ? undefined : await readNewKey(context, response, spent.challenge)
  if (spent === undefined || key === undefined) throw refuseInvitation()
  let session: Secret | undefined
  await redeemInvitation(context, token, async (tx, operator) => {
    if (operator.id !== spent.operatorId) throw refuseInvitation()
    await storePasskey(tx, context, { operatorId: operator.id, key, name })
    if (operator.organisation_id === null) await ensureOrganisation(tx, context, `operator:${operator.id}`)
    session = await openSession(tx, context, { operatorId: operator.id, agent })
  })
  if (session === undefined) throw refuseInvitation()
  return session
}

function refuseSignIn(): Fault {
  return new Fault('unauthenticated', because('passkey-unknown'))
}
