import { Refusal } from '../../../src/client/client.ts'
import { readOtpauth } from '../../../src/client/device/otpauth.ts'
import { twofactor, twofactorAudience } from '../base/services.ts'
import { saveAccount, saveEnrolment } from '../base/state.ts'
import { createDeviceKey } from '../keys/device-key.ts'
import { signToken } from '../keys/token.ts'

/** Why an enrolment failed; each reason has a message in the texts. */
export type EnrolFailure = 'unknown' | 'clock' | 'wait' | 'offline' | 'failed'

/** Creates a key for this enrolment, registers it with the service, and stores the result. Returns the app's name. */
export async function enrol(code: string, deviceName: string): Promise<string> {
  const key = await createDeviceKey()
  const members = { aud: await twofactorAudience(), name: deviceName, os_type: 'web' }
  const introduce = async () => {
    const body = await signToken(key, members, { withJwk: true })
    return (await twofactor.enrolDevice({ params: { code }, body })).body
  }
  // If the device's clock is wrong, the first answer reveals the right time, so the token is signed again.
  const enrolled = introduce().catch((error) => (isUnproven(error) ? introduce() : Promise.reject(error)))
  const { device, twofactor_id, app, totp } = await enrolled
  const read = readOtpauth(totp.uri)
  if ('refusal' in read) throw new Error(`the service sent no code: ${read.refusal}`)
  const accountId = crypto.randomUUID()
  // The service reveals the seed only once, so it is stored before anything else.
  await saveAccount({ ...read.account, id: accountId, issuer: app.name, label: '' })
  await saveEnrolment({
    id: device.uuid,
    key,
    twofactorId: twofactor_id,
    app: { name: app.name, appId: String(app.app_id) },
    accountId,
  })
  return app.name
}

function isUnproven(error: unknown): boolean {
  return error instanceof Refusal && error.status === 401
}

export function nameEnrolFailure(error: unknown): EnrolFailure {
  if (error instanceof TypeError) return 'offline'
  if (!(error instanceof Refusal)) return 'failed'
  if (error.status === 404) return 'unknown'
  if (isUnproven(error)) return 'clock'
  return error.status === 429 || error.status === 503 ? 'wait' : 'failed'
}
