import { isKnown, replaceKey } from '../../client/device/identity.ts'
import { generateEd25519 } from '../../kernel/jwt/sign.ts'
import { type StoredDevice, saveDevice } from './device-file.ts'
import { fingerprintOf, introduceKey } from './device-key.ts'
import { type IssuerLink, speakAs } from './issuer-link.ts'

/** Stores the new key on disk before asking the issuer, so that neither key is lost, whatever happens in between. */
export async function rotateKey(link: IssuerLink, path: string, device: StoredDevice): Promise<StoredDevice> {
  const next = device.next ?? generateEd25519().privateJwk
  saveDevice(path, { ...device, next })
  const secret = await replaceKey(speakAs(link, device.key), (members) => introduceKey(next, members))
  return takeOver(path, device, next, secret)
}

export async function settleRotation(
  { client }: IssuerLink,
  path: string,
  device: StoredDevice,
): Promise<StoredDevice> {
  const { next } = device
  if (next === undefined || !(await isKnown(client, fingerprintOf(next)))) return device
  return takeOver(path, device, next)
}

/** Drops the claim tokens and the secret, which belong to the old key. */
function takeOver(
  path: string,
  { next: _next, secret: _secret, ...device }: StoredDevice,
  key: StoredDevice['key'],
  secret?: string,
): StoredDevice {
  const renewed = { ...device, key, claims: {}, ...(secret === undefined ? {} : { secret }) }
  saveDevice(path, renewed)
  return renewed
}
