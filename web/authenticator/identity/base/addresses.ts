import { confirmCode } from '../../../../src/client/device/identity.ts'
import { readToken } from '../../../../src/client/device/token.ts'
import { speakAs } from '../../base/services.ts'
import { saveIdentity } from '../../base/state.ts'
import type { ClaimName, Identity } from '../../store/records.ts'
import { claimNames } from './claim-names.ts'

/** Sends the code back and stores the claim token that the issuer creates for it. */
export async function confirmAddress(identity: Identity, job: string, code: string): Promise<void> {
  const proven = await confirmCode(await speakAs(identity), job, code)
  if (proven === undefined) throw new Error('the issuer gave no claim token')
  const { name, value, token } = proven
  await saveIdentity({ ...identity, claims: { ...identity.claims, [name]: { value, token } } })
}

/** Epoch ms until which the issuer's proof is valid; 0 if there is none. */
export function provenUntil({ claims }: Identity, name: ClaimName): number {
  const token = claims[name]?.token
  return token === undefined ? 0 : Number(readToken(token).exp) * 1000
}

/** The addresses that were verified, also if that was for an earlier key. */
export function addressesOf({ claims, addresses = {} }: Identity): NonNullable<Identity['addresses']> {
  const known = claimNames.map((name) => [name, claims[name]?.value ?? addresses[name]] as const)
  return Object.fromEntries(known.filter(([, address]) => address !== undefined))
}
