import { issuer, issuerAudience } from '../../base/services.ts'
import { saveIdentity } from '../../base/state.ts'
import { readToken, signToken } from '../../keys/token.ts'
import type { ClaimName, Identity } from '../../store/records.ts'
import { labelOf } from './failure.ts'

/** Asks the issuer to send a code there; the job and the code together prove the address. */
export async function requestCode({ key }: Identity, name: ClaimName, address: string): Promise<string> {
  const jwt = await signToken(key, { aud: await issuerAudience(), scope: name, [name]: address })
  return (await issuer.createScopeJob({ body: { jwt } })).body.job
}

/** Gives the code back, and keeps and attaches the claim token that the issuer makes of it. */
export async function confirmCode(identity: Identity, job: string, code: string): Promise<void> {
  await giveCode(job, code)
  const { body: record } = await issuer.getScopeJob({ params: { job } })
  if (record?.token === undefined) throw new Error('the issuer gave no claim token')
  const { token } = record
  const name: ClaimName = record.scope === 'phone' ? 'phone' : 'email'
  const body = await signToken(identity.key, { aud: await issuerAudience(), claims: [token] })
  await issuer.attachClaims({ params: { PK: identity.id }, body })
  const claim = { value: String(readToken(token)[name]), token }
  await saveIdentity({ ...identity, claims: { ...identity.claims, [name]: claim } })
}

/** Again after an answer that was lost: the job is completed, and goes on from there. */
async function giveCode(job: string, code: string): Promise<void> {
  try {
    await issuer.confirmScopeJob({ params: { job }, body: { json: { code } } })
  } catch (error) {
    if (labelOf(error) !== 'closed-job') throw error
    const { body } = await issuer.getScopeJob({ params: { job } })
    if (body?.status !== 'completed') throw error
  }
}

/** Epoch ms until which the issuer stands by its word; 0 where it gave none. */
export function provenUntil({ claims }: Identity, name: ClaimName): number {
  const token = claims[name]?.token
  return token === undefined ? 0 : Number(readToken(token).exp) * 1000
}
