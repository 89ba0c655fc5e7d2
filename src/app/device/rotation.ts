import { Refusal } from '../../client/client.ts'
import { generateEd25519 } from '../../kernel/jwt/sign.ts'
import { type StoredDevice, saveDevice } from './device-file.ts'
import { fingerprintOf, introduceKey, signToken } from './device-key.ts'
import type { IssuerLink } from './issuer-link.ts'

/** The new key is on disk before the issuer hears of it: whatever happens in between, neither key is lost. */
export async function rotateKey(
  { url, client }: IssuerLink,
  path: string,
  device: StoredDevice,
): Promise<StoredDevice> {
  const next = device.next ?? generateEd25519().privateJwk
  saveDevice(path, { ...device, next })
  const old = fingerprintOf(device.key)
  const rotate = await introduceKey(next, { aud: url, replaces: old })
  const body = await signToken(device.key, { aud: url, rotate })
  const { secret } = (await client.updateKey({ params: { PK: old }, body })).body
  return takeOver(path, device, next, secret)
}

/** A rotation whose answer was lost took place if the issuer knows the new key. */
export async function settleRotation(
  { client }: IssuerLink,
  path: string,
  device: StoredDevice,
): Promise<StoredDevice> {
  if (device.next === undefined) return device
  try {
    await client.headKey({ params: { PK: fingerprintOf(device.next) } })
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return device
    throw error
  }
  return takeOver(path, device, device.next)
}

/** Claim tokens and the secret are of the old key. */
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
