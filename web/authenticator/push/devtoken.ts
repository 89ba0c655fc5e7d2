import { issuer, issuerAudience, twofactor, twofactorAudience } from '../base/services.ts'
import { enrolments, identities } from '../base/state.ts'
import { signToken } from '../keys/token.ts'
import type { Enrolment, Identity } from '../store/records.ts'

type Devtoken = PushSubscriptionJSON | null

/** A recipient of push messages: an identity, or this device at an application. */
export type Holder = { readonly id: string; tell(devtoken: Devtoken): Promise<unknown> }

export function listHolders(): Holder[] {
  return [
    ...identities.value.map((identity) => ({
      id: identity.id,
      tell: (devtoken: Devtoken) => tellIssuer(identity, devtoken),
    })),
    ...enrolments.value.map((enrolment) => ({
      id: enrolment.id,
      tell: (devtoken: Devtoken) => tellTwofactor(enrolment, devtoken),
    })),
  ]
}

/** Null ends push messages for the identity. */
export async function tellIssuer({ id, key }: Identity, devtoken: Devtoken): Promise<void> {
  const body = await signToken(key, { aud: await issuerAudience(), devtoken })
  await issuer.updateKey({ params: { PK: id }, body })
}

async function tellTwofactor({ key }: Enrolment, devtoken: Devtoken): Promise<void> {
  const body = await signToken(key, { aud: await twofactorAudience(), devtoken })
  await twofactor.changeDevice({ body })
}
