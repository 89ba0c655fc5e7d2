import { Refusal } from '../../../src/client/client.ts'
import { twofactor, twofactorAudience } from '../base/services.ts'
import { removeEnrolment } from '../base/state.ts'
import { signToken } from '../keys/token.ts'
import type { Enrolment } from '../store/records.ts'

/** Takes this device off at the service, which would go on asking it. One that the service has forgotten is off. */
export async function endEnrolment({ id, key }: Enrolment): Promise<void> {
  try {
    const body = await signToken(key, { aud: await twofactorAudience(), remove: true })
    await twofactor.removeDevice({ body })
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 401)) throw error
  }
  await removeEnrolment(id)
}
