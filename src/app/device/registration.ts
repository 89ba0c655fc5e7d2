import { revokeKey } from '../../client/device/identity.ts'
import { labelOf } from '../../client/device/speaker.ts'
import { generateEd25519 } from '../../kernel/jwt/sign.ts'
import { CommandError } from '../commands/base/command-error.ts'
import { findDevice, removeDevice, type StoredDevice, saveDevice } from './device-file.ts'
import { fingerprintOf, introduceKey } from './device-key.ts'
import { connectIssuer, type IssuerLink } from './issuer-link.ts'
import { type DeviceOptions, locate, type Session } from './session.ts'

export async function createDevice(options: DeviceOptions & { name?: string }) {
  const { path, address } = locate(options)
  const found = findDevice(path)
  if (found?.registered)
    throw new CommandError(
      `there is a device in ${path} already, ${fingerprintOf(found.key)}: see \`lanyard device show\``,
    )
  const link = await connectIssuer(address)
  const device: StoredDevice = {
    key: found?.key ?? generateEd25519().privateJwk,
    ...(options.issuer === undefined ? {} : { issuer: link.url }),
    ...(options.name === undefined ? {} : { name: options.name }),
    registered: false,
    claims: {},
  }
  // Save the key first: if the response is lost, the next attempt continues with the same key.
  saveDevice(path, device)
  const secret = await register(link, device)
  saveDevice(path, { ...device, registered: true, ...(secret === undefined ? {} : { secret }) })
  return { fingerprint: fingerprintOf(device.key), file: path, issuer: link.url }
}

async function register(
  { url, client }: IssuerLink,
  { key, name }: StoredDevice,
): Promise<string | undefined> {
  const body = await introduceKey(key, { aud: url, ...(name === undefined ? {} : { name }) })
  try {
    return (await client.registerKey({ body })).body.secret
  } catch (error) {
    if (labelOf(error) !== 'duplicate-key') throw error
    await client.headKey({ params: { PK: fingerprintOf(key) } })
    return undefined
  }
}

export async function revokeDevice(session: Session): Promise<void> {
  await revokeKey(session)
  removeDevice(session.path)
}
