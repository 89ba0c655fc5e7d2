import { labelOf } from '../../../../src/client/device/speaker.ts'
import { issuer, issuerAudience } from '../../base/services.ts'
import { saveIdentity } from '../../base/state.ts'
import { createDeviceKey, type DeviceKey } from '../../keys/device-key.ts'
import { signToken } from '../../keys/token.ts'
import { deleteRecord, findRecord, putRecord } from '../../store/database.ts'
import type { Identity } from '../../store/records.ts'

type Registration = { readonly id: 'registration'; readonly key: DeviceKey }

/** The key is stored before the issuer is asked: if the answer is lost, the next attempt continues with it. */
export async function createIdentity(name: string): Promise<Identity> {
  const pending = await findRecord<Registration>('settings', 'registration')
  const registration: Registration = pending ?? { id: 'registration', key: await createDeviceKey() }
  await putRecord('settings', registration)
  const { key } = registration
  const aud = await issuerAudience()
  const secret = await register(key, { aud, name })
  const identity: Identity = { id: key.thumbprint, name, key, secret, claims: {}, since: Date.now() }
  await saveIdentity(identity)
  await deleteRecord('settings', 'registration')
  return identity
}

async function register(key: DeviceKey, members: { aud: string; name: string }): Promise<string | undefined> {
  try {
    const body = await signToken(key, members, { withJwk: true })
    return (await issuer.registerKey({ body })).body.secret
  } catch (error) {
    if (labelOf(error) !== 'duplicate-key') throw error
    // An earlier attempt reached the issuer; its secret is lost, and the name may have changed since.
    const body = await signToken(key, members)
    await issuer.updateKey({ params: { PK: key.thumbprint }, body })
    return undefined
  }
}
