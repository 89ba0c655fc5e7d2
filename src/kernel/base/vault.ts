import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { createCache } from './cache.ts'
import { createMac } from './mac.ts'
import type { Random } from './random.ts'

export type Vault = {
  /** Encrypts a text that is read back later. */
  seal(purpose: string, text: string): string
  /** Throws if the text was changed, or encrypted for another purpose or with another root key. */
  open(purpose: string, sealed: string): string
  /** A keyed hash, for values that are only compared and never read back. */
  digest(purpose: string, text: string): string
  derive(purpose: string, bytes?: number): Buffer
  /** Identifies the root key without revealing it. */
  readonly fingerprint: string
}

const version = 'v1.'
const nonceBytes = 12
const tagBytes = 16
const cipherOptions = { authTagLength: tagBytes }
const keptKeys = 1000

export function createVault(rootKey: Uint8Array, random: Random): Vault {
  if (rootKey.length !== 32) throw new RangeError('the root key has 32 bytes')
  const root = createSecretKey(rootKey)
  const keys = createCache<SealingKey>({ max: keptKeys })
  const macs = createCache<ReturnType<typeof createMac>>({ max: keptKeys })

  // RFC 5869. `use` is part of the info, so that encryption and hashing for one purpose never share a key.
  function expand(use: string, purpose: string, bytes: number): Buffer {
    return Buffer.from(hkdfSync('sha256', root, '', `${use}/${purpose}`, bytes))
  }

  function getKey(purpose: string): SealingKey {
    const kept = keys.get(purpose)
    if (kept !== undefined) return kept
    const key = { secret: createSecretKey(expand('seal', purpose, 32)), purpose: Buffer.from(purpose) }
    keys.set(purpose, key)
    return key
  }

  function getMac(purpose: string): ReturnType<typeof createMac> {
    const kept = macs.get(purpose)
    if (kept !== undefined) return kept
    const mac = createMac('sha256', expand('digest', purpose, 32))
    macs.set(purpose, mac)
    return mac
  }

  return {
    seal: (purpose, text) => version + encrypt(getKey(purpose), random.bytes(nonceBytes), text),
    open(purpose, sealed) {
      try {
        return decrypt(getKey(purpose), decode(sealed))
      } catch (cause) {
        throw new Error(`a text sealed for ${purpose} does not open`, { cause })
      }
    },
    digest: (purpose, text) => getMac(purpose)(text, 'base64url'),
    derive: (purpose, bytes = 32) => expand('derive', purpose, bytes),
    fingerprint: expand('fingerprint', '', 12).toString('base64url'),
  }
}

type SealingKey = { readonly secret: KeyObject; readonly purpose: Buffer }

function encrypt({ secret, purpose }: SealingKey, nonce: Buffer, text: string): string {
  const cipher = createCipheriv('aes-256-gcm', secret, nonce, cipherOptions)
  cipher.setAAD(purpose)
  const body = cipher.update(text, 'utf8')
  cipher.final()
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')
}

function decrypt({ secret, purpose }: SealingKey, bytes: Buffer): string {
  const nonce = bytes.subarray(0, nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', secret, nonce, cipherOptions)
  decipher.setAAD(purpose)
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes))
  decipher.final()
  return text.toString('utf8')
}

// Node decodes base64url leniently: re-encoding and comparing ensures that each ciphertext has only one valid text.
function decode(sealed: string): Buffer {
  const body = sealed.slice(version.length)
  const bytes = Buffer.from(body, 'base64url')
  if (!sealed.startsWith(version) || bytes.toString('base64url') !== body) throw new Error('malformed')
  if (bytes.length < nonceBytes + tagBytes) throw new Error('too short')
  return bytes
}
