import { Refusal } from '../../../src/client/client.ts'
import { readOtpauth } from '../../../src/client/device/otpauth.ts'
import { twofactor, twofactorAudience } from '../base/services.ts'
import { saveAccount, saveEnrolment } from '../base/state.ts'
import { createDeviceKey, type DeviceKey } from '../keys/device-key.ts'
import { signToken } from '../keys/token.ts'
import { deleteRecord, findRecord, putRecord } from '../store/database.ts'

/** Why an enrolment failed; each reason has a message in the texts. */
export type EnrolFailure = 'unknown' | 'clock' | 'wait' | 'offline' | 'failed'

/** An enrolment whose answer has not arrived yet. */
type Attempt = {
  readonly id: string
  readonly code: string
  readonly key: DeviceKey
  /** Keys of earlier attempts: one of them may be enrolled. */
  readonly former: readonly DeviceKey[]
}

/**
 * Creates a key for this enrolment, registers it with the service, and stores the result. Returns the app's name. The
 * key is stored before the service is asked: if the answer is lost, the next attempt with the same code continues with
 * it.
 */
export async function enrol(code: string, deviceName: string): Promise<string> {
  const id = `enrolment ${code}`
  const known = await findRecord<Attempt>('settings', id)
  try {
    return await enrolAs(known ?? { id, code, key: await createDeviceKey(), former: [] }, deviceName)
  } catch (error) {
    if (nameEnrolFailure(error) !== 'unknown') throw error
    const former = known === undefined ? [] : [known.key, ...known.former]
    const next = await findNextCode(former)
    if (next === undefined) {
      await deleteRecord('settings', id)
      throw error
    }
    return enrolAs({ id, code: next, key: await createDeviceKey(), former }, deviceName)
  }
}

/** If one of the keys is enrolled, it gives its place to a new one: the seed was in the answer that was lost. */
async function findNextCode(keys: readonly DeviceKey[]): Promise<string | undefined> {
  const aud = await twofactorAudience()
  for (const key of keys) {
    try {
      const { body } = await twofactor.moveDevice({ body: await signToken(key, { aud, move: true }) })
      return body.enrolments[0]?.code
    } catch (error) {
      if (!isUnproven(error)) throw error
    }
  }
  return undefined
}

async function enrolAs(attempt: Attempt, deviceName: string): Promise<string> {
  await putRecord('settings', attempt)
  const { id, code, key } = attempt
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
  await deleteRecord('settings', id)
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
