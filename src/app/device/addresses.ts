import { systemClock } from '../../kernel/base/clock.ts'
import { parseCompact } from '../../kernel/jwt/compact.ts'
import { CommandError } from '../commands/base/command-error.ts'
import { type StoredDevice, saveDevice } from './device-file.ts'
import { signToken } from './device-key.ts'
import { labelOf } from './issuer-link.ts'
import type { Session } from './session.ts'

type AddressName = 'email' | 'phone'

/** Asks the issuer to send a code; `job` and the code together prove the address. */
export async function requestCode(
  { url, client, device }: Session,
  name: AddressName,
  address: string,
): Promise<{ job: string; expires_at: string }> {
  const jwt = await signToken(device.key, { aud: url, scope: name, [name]: address })
  const { job, expires_at } = (await client.createScopeJob({ body: { jwt } })).body
  return { job, expires_at }
}

/** Gives the code back, and keeps and attaches the claim token that the issuer makes of it. */
export async function confirmCode(session: Session, job: string, code: string) {
  const { url, client, path, device, fingerprint } = session
  if (!/^[A-Za-z0-9]{20}$/.test(job))
    throw new CommandError('give the job that `lanyard device verify` showed')
  await giveCode(session, job, code)
  const { body } = await client.getScopeJob({ params: { job } })
  const token = body?.token
  if (token === undefined) throw new CommandError('this job proves no address')
  const attach = await signToken(device.key, { aud: url, claims: [token] })
  await client.attachClaims({ params: { PK: fingerprint }, body: attach })
  const name: AddressName = body?.scope === 'phone' ? 'phone' : 'email'
  saveDevice(path, { ...device, claims: { ...device.claims, [name]: token } })
  return { claim: name, value: addressIn(token, name), fingerprint }
}

/** Again after an answer that was lost: the job is completed, and goes on from there. */
async function giveCode({ client }: Session, job: string, code: string): Promise<void> {
  try {
    await client.confirmScopeJob({ params: { job }, query: { code } })
  } catch (error) {
    if (labelOf(error) !== 'closed-job') throw error
    const { body } = await client.getScopeJob({ params: { job } })
    if (body?.status !== 'completed') throw error
  }
}

/** A claim token of the device that the issuer still stands by. */
export function findClaimToken({ claims }: StoredDevice, name: string): string | undefined {
  const token = name === 'email' || name === 'phone' ? claims[name] : undefined
  if (token === undefined) return undefined
  return (parseCompact(token).payload.exp ?? 0) * 1000 > systemClock.now() ? token : undefined
}

export function addressIn(token: string, name: string): string {
  return String(parseCompact(token).payload[name])
}
