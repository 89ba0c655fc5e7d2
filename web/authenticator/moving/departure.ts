import { Refusal } from '../../../src/client/client.ts'
import { toBase64url } from '../../../src/client/device/base64url.ts'
import { replaceKey } from '../../../src/client/device/identity.ts'
import { labelOf, successorOf } from '../../../src/client/device/speaker.ts'
import { issuer, issuerAudience, speakAs, speakFor } from '../base/services.ts'
import {
  accounts,
  enrolments,
  identities,
  removeAccount,
  removeEnrolment,
  removeIdentity,
} from '../base/state.ts'
import { addressesOf } from '../identity/base/addresses.ts'
import { tellIssuer } from '../push/devtoken.ts'
import { readPushRecord, savePushRecord } from '../push/push-record.ts'
import { deleteRecord, findRecord, putRecord } from '../store/database.ts'
import type { Enrolment, Identity } from '../store/records.ts'
import { rebuild } from './introduction.ts'
import type { Answer, Departure, NewKey } from './links.ts'

const RECORD = 'move'
const ID_BYTES = 12
/** As long as the enrolment codes are valid. */
const LIFETIME_MS = 900_000
/** An answer that comes later is not one to this move. */
const ANSWER_MS = 3_600_000

/** A move that was started on this phone: what the places in an answer stand for. */
type Move = {
  readonly id: typeof RECORD
  readonly move: string
  readonly identities: readonly string[]
  readonly enrolments: readonly string[]
  /** The identities that were left out because they have ended. */
  readonly ended?: readonly string[]
  readonly since: number
}

type Started = {
  readonly departure: Departure
  readonly until: number
  /** The names of the services that have removed this device. */
  readonly refused: readonly string[]
  readonly ended: readonly Identity[]
}

/** Prepares the move. Starting again makes the answer to an earlier start worthless. */
export async function startDeparture(): Promise<Started> {
  const until = Date.now() + LIFETIME_MS
  const { services, refused } = await requestCodes()
  const ended = await findEnded()
  const leaving = identities.value.filter((identity) => !ended.includes(identity))
  const departure: Departure = {
    id: toBase64url(crypto.getRandomValues(new Uint8Array(ID_BYTES))),
    identities: leaving.map((identity) => ({
      id: identity.id,
      name: identity.name,
      addresses: addressesOf(identity),
      recoverySince: identity.recoverySince,
    })),
    services: services.map(({ code, app }) => ({ code, app })),
    codes: ownCodes().length,
  }
  const move: Move = {
    id: RECORD,
    move: departure.id,
    identities: leaving.map(({ id }) => id),
    enrolments: services.map(({ enrolment }) => enrolment),
    ended: ended.map(({ id }) => id),
    since: Date.now(),
  }
  await putRecord('settings', move)
  return { departure, until, refused, ended }
}

/** The identities that the issuer no longer accepts from this phone: they were deactivated, or have moved before. */
async function findEnded(): Promise<Identity[]> {
  const asked = identities.value
  const found = await Promise.all(asked.map(({ id }) => issuer.getKey({ params: { PK: id } }).catch(isEnded)))
  return asked.filter((_identity, at) => found[at] === true)
}

/** Anything else that fails here, such as the network, does not keep an identity from moving. */
function isEnded(error: unknown): boolean {
  return labelOf(error) === 'revoked-key'
}

/** The codes that are not part of an enrolment: services give the new phone its own. */
export function ownCodes() {
  return accounts.value.filter(({ id }) => !enrolments.value.some(({ accountId }) => accountId === id))
}

async function requestCodes() {
  const asked = enrolments.value
  const found = await Promise.all(asked.map(requestCode))
  const refused = asked.filter((_enrolment, at) => found[at]?.length === 0).map(({ app }) => app.name)
  return { services: found.flat(), refused }
}

/** Empty if the service has removed this device. */
async function requestCode(enrolment: Enrolment) {
  const { client, audience, sign } = await speakFor(enrolment)
  try {
    const { body } = await client.moveDevice({ body: await sign({ aud: audience, move: true }) })
    return body.enrolments.map(({ code }) => ({ code, app: enrolment.app.name, enrolment: enrolment.id }))
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return []
    throw error
  }
}

/** The identities that an answer moves; undefined if it belongs to no move that was started here. */
export async function findLeaving(answer: Answer): Promise<Identity[] | undefined> {
  const move = await findMove(answer)
  if (move === undefined) return undefined
  return answer.keys.flatMap(({ at }) => identities.value.find(({ id }) => id === move.identities[at]) ?? [])
}

async function findMove({ id }: Answer): Promise<Move | undefined> {
  const move = await findRecord<Move>('settings', RECORD)
  return move?.move === id && Date.now() - move.since < ANSWER_MS ? move : undefined
}

/** An identity that is still here; without an error if the answer of the new phone does not include it as it is now. */
type Failed = { readonly name: string; readonly error?: unknown }

type Finished = { readonly failed: readonly Failed[]; readonly ended: readonly Identity[] }

/**
 * Signs each identity over to its new key. What has moved leaves this phone; what failed can be tried again. What has
 * ended stays, and holds up nothing.
 */
export async function finishDeparture(answer: Answer): Promise<Finished> {
  const move = await findMove(answer)
  if (move === undefined) return { failed: [], ended: [] }
  const failed: Failed[] = []
  const ended: Identity[] = []
  for (const identity of identities.value) {
    const { id, name } = identity
    const key = answer.keys.find(({ at }) => move.identities[at] === id)
    if (move.ended?.includes(id)) ended.push(identity)
    else if (key === undefined) failed.push({ name })
    else
      await signOver(identity, key).catch((error: unknown) =>
        isEnded(error) ? ended.push(identity) : failed.push({ name, error }),
      )
  }
  for (const at of answer.services) await forgetEnrolment(move.enrolments[at])
  if (failed.length === 0) await deleteRecord('settings', RECORD)
  return { failed, ended }
}

async function signOver(identity: Identity, key: NewKey): Promise<void> {
  const replaced = { aud: await issuerAudience(), replaces: identity.id }
  const { token, thumbprint } = await rebuild(key, replaced)
  try {
    // Otherwise requests for the identity would go on reaching this phone.
    await tellIssuer(identity, null)
    await replaceKey(await speakAs(identity), async () => token)
  } catch (error) {
    // If the answer to an earlier attempt was lost, the identity has moved already.
    if (successorOf(error) !== thumbprint) {
      await forgetPush(identity.id)
      throw error
    }
  }
  await removeIdentity(identity.id)
}

/** The identity stays: the next start registers this phone's push address with the issuer again. */
async function forgetPush(id: string): Promise<void> {
  const { isOn, told } = await readPushRecord()
  const others = Object.entries(told).filter(([holder]) => holder !== id)
  await savePushRecord({ isOn, told: Object.fromEntries(others) })
}

/** The service has replaced this device by the new one. */
async function forgetEnrolment(id: string | undefined): Promise<void> {
  const enrolment = enrolments.value.find((known) => known.id === id)
  if (enrolment === undefined) return
  await removeEnrolment(enrolment.id)
  await removeAccount(enrolment.accountId)
}
