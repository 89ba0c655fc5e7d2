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
const keptKeys = 1000

export function createVault(rootKey: Uint8Array, random: Random): Vault {
  if (rootKey.length !== 32) throw new RangeError('the root key has 32 bytes')
  const root = createSecretKey(rootKey)
  const keys = createCache<KeyObject>({ max: keptKeys })
  const macs = createCache<ReturnType<typeof createMac>>({ max: keptKeys })

  // RFC 5869. `use` is part of the info, so that encryption and hashing for one purpose never share a key.
  function expand(use: string, purpose: string, bytes: number): Buffer {
    return Buffer.from(hkdfSync('sha256', root, '', `${use}/${purpose}`, bytes))
  }

  function getKey(purpose: string): KeyObject {
    const kept = keys.get(purpose)
    if (kept !== undefined) return kept
    const key = createSecretKey(expand('seal', purpose, 32))
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
    seal: (purpose, text) =>
      version + encrypt({ key: getKey(purpose), nonce: random.bytes(nonceBytes), purpose }, text),
    open(purpose, sealed) {
      try {
        const bytes = decode(sealed)
        return decrypt({ key: getKey(purpose), nonce: bytes.subarray(0, nonceBytes), purpose }, bytes)
      } catch (cause) {
        throw new Error(`a text sealed for ${purpose} does not open`, { cause })
      }
    },
    digest: (purpose, text) => getMac(purpose)(text, 'base64url'),
    derive: (purpose, bytes = 32) => expand('derive', purpose, bytes),
    fingerprint: expand('fingerprint', '', 12).toString('base64url'),
  }
}

type Terms = { key: KeyObject; nonce: Buffer; purpose: string }

function encrypt({ key, nonce, purpose }: Terms, text: string): string {
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(purpose))
  const body = cipher.update(text, 'utf8')
  cipher.final()
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')
}

function decrypt({ key, nonce, purpose }: Terms, bytes: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(purpose))
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
