import type { PasskeyLock } from '../store/lock-record.ts'
import { createVaultKey } from '../store/vault.ts'
import { createWrappedKey, openWrappedKey } from './wrapped-key.ts'

const RANDOM_BYTES = 32
const TIMEOUT_MS = 120_000
/** Web Authentication §6.1: the user was verified by fingerprint, face or PIN. */
const USER_VERIFIED = 0x04

export async function canUsePasskey(): Promise<boolean> {
  // A passkey belongs to a domain name: it cannot be used with an IP address.
  if (typeof PublicKeyCredential === 'undefined' || /^\[|^[\d.]+$/.test(location.hostname)) return false
  return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)
}

/** Creates a passkey for this app. If the device offers the PRF extension, its secret encrypts the key. */
export async function createPasskeyLock(name: string): Promise<{ lock: PasskeyLock; key: CryptoKey }> {
  const salt = random()
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: random(),
      rp: { name },
      user: { id: random(), name, displayName: name },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: { authenticatorAttachment: 'platform', userVerification: 'required' },
      timeout: TIMEOUT_MS,
      extensions: { prf: { eval: { first: salt } } },
    },
  })
  if (!(made instanceof PublicKeyCredential)) throw new Error('the device gave no passkey')
  const credential = new Uint8Array(made.rawId)
  const { prf } = made.getClientExtensionResults()
  if (prf?.enabled !== true) {
    const key = await createVaultKey(false)
    return { lock: { kind: 'passkey', credential, key }, key }
  }
  // Many devices return the secret only when the passkey is used.
  const secret = prf.results?.first ?? (await usePasskey(credential, salt))
  if (secret === undefined) throw new Error('the passkey gave no secret')
  const { key, wrapped } = await createWrappedKey(await deriveKey(secret))
  return { lock: { kind: 'passkey', credential, key: { salt, wrapped } }, key }
}

/** Undefined if the user cancels, or if another passkey answers. */
export async function openPasskeyLock({ credential, key }: PasskeyLock): Promise<CryptoKey | undefined> {
  if (key instanceof CryptoKey) {
    await usePasskey(credential, undefined)
    return key
  }
  const secret = await usePasskey(credential, key.salt)
  return secret === undefined ? undefined : openWrappedKey(await deriveKey(secret), key.wrapped)
}

async function usePasskey(
  credential: Uint8Array,
  salt: Uint8Array | undefined,
): Promise<BufferSource | undefined> {
  const given = await navigator.credentials.get({
    publicKey: {
      challenge: random(),
      allowCredentials: [{ type: 'public-key', id: credential as BufferSource, transports: ['internal'] }],
      userVerification: 'required',
      timeout: TIMEOUT_MS,
      ...(salt === undefined ? {} : { extensions: { prf: { eval: { first: salt as BufferSource } } } }),
    },
  })
  if (!(given instanceof PublicKeyCredential)) throw new Error('the device gave no passkey')
  const { authenticatorData } = given.response as AuthenticatorAssertionResponse
  const flags = new Uint8Array(authenticatorData)[32] ?? 0
  if ((flags & USER_VERIFIED) === 0) throw new Error('the user was not verified')
  return given.getClientExtensionResults().prf?.results?.first
}

async function deriveKey(secret: BufferSource): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    {
      name: 'HKDF',
      hash: 'SHA-256',
      salt: new Uint8Array(),
      info: new TextEncoder().encode('lanyard-vault'),
    },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

function random(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))
}
