import { confirmCode } from '../../client/device/identity.ts'
import { readToken } from '../../client/device/token.ts'
import { systemClock } from '../../kernel/base/clock.ts'
import { CommandError } from '../commands/base/command-error.ts'
import { type StoredDevice, saveDevice } from './device-file.ts'
import type { Session } from './session.ts'

/** Sends the code back, and stores the claim token that the issuer returns. */
export async function confirmAddress(session: Session, job: string, code: string) {
  const { path, device, fingerprint } = session
  if (!/^[A-Za-z0-9]{20}$/.test(job))
    throw new CommandError('give the job that `lanyard device verify` showed')
  const proven = await confirmCode(session, job, code)
  if (proven === undefined) throw new CommandError('this job proves no address')
  const { name, value, token } = proven
  saveDevice(path, { ...device, claims: { ...device.claims, [name]: token } })
  return { claim: name, value, fingerprint }
}

/** The device's claim token, if the issuer still accepts it. */
export function findClaimToken({ claims }: StoredDevice, name: string): string | undefined {
  const token = name === 'email' || name === 'phone' ? claims[name] : undefined
  if (token === undefined) return undefined
  return Number(readToken(token).exp ?? 0) * 1000 > systemClock.now() ? token : undefined
}

export function addressIn(token: string, name: string): string {
  return String(readToken(token)[name])
}
