import { Refusal } from '../../../src/client/client.ts'
import { twofactor, twofactorAudience } from '../base/services.ts'
import { removeEnrolment } from '../base/state.ts'
import { signToken } from '../keys/token.ts'
import type { Enrolment } from '../store/records.ts'

/** Removes this device at the service, which would otherwise keep asking it. An unknown device counts as removed. */
export async function endEnrolment({ id, key }: Enrolment): Promise<void> {
  try {
    const body = await signToken(key, { aud: await twofactorAudience(), remove: true })
    await twofactor.removeDevice({ body })
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 401)) throw error
  }
  await removeEnrolment(id)
}
