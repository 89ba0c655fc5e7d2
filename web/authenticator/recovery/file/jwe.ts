import { fromBase64url, toBase64url } from '../../../../src/client/device/base64url.ts'

/** `damaged`: this is no such file, or a part of it is missing. `passphrase`: it opens with another passphrase. */
export type JweFault = 'damaged' | 'passphrase'

const ALGORITHM = 'PBES2-HS512+A256KW'
const ENCRYPTION = 'A256GCM'
/** As OWASP recommends for PBKDF2 with SHA-512. */
const ITERATIONS = 210_000
/** A forged file could otherwise keep the device busy for hours. */
const MOST_ITERATIONS = 5_000_000
const SALT_BYTES = 16
const IV_BYTES = 12
const TAG_BYTES = 16

const encode = (text: string) => new TextEncoder().encode(text)

/** RFC 7516 §3.1: encrypts with a passphrase, so that any JOSE library can decrypt it. */
export async function encryptJwe(passphrase: string, contents: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const header = { alg: ALGORITHM, enc: ENCRYPTION, p2s: toBase64url(salt), p2c: ITERATIONS }
  const head = toBase64url(encode(JSON.stringify(header)))
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt'])
  const wrapping = await deriveKey(passphrase, salt, ITERATIONS)
  const wrapped = await crypto.subtle.wrapKey('raw', key, wrapping, 'AES-KW')
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: encode(head) },
    key,
    encode(contents),
  )
  const parts = [wrapped, iv, sealed.slice(0, -TAG_BYTES), sealed.slice(-TAG_BYTES)]
  return [head, ...parts.map((part) => toBase64url(new Uint8Array(part)))].join('.')
}

export async function decryptJwe(
  passphrase: string,
  text: string,
): Promise<{ readonly contents: string } | { readonly fault: JweFault }> {
  const parts = readParts(text)
  if (parts === undefined) return { fault: 'damaged' }
  const { head, wrapped, iv, sealed } = parts
  const wrapping = await deriveKey(passphrase, parts.salt, parts.iterations)
  // The wrapped key has its own checksum, so a wrong passphrase is noticed before the contents are read.
  const key = await crypto.subtle
    .unwrapKey('raw', wrapped, wrapping, 'AES-KW', 'AES-GCM', false, ['decrypt'])
    .catch(() => undefined)
  if (key === undefined) return { fault: 'passphrase' }
  const opened = await crypto.subtle
    .decrypt({ name: 'AES-GCM', iv, additionalData: encode(head) }, key, sealed)
    .catch(() => undefined)
  return opened === undefined ? { fault: 'damaged' } : { contents: new TextDecoder().decode(opened) }
}

/** RFC 7518 §4.8.1.1: the salt also contains the name of the algorithm. */
async function deriveKey(passphrase: string, salt: Uint8Array, iterations: number): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey('raw', encode(passphrase), 'PBKDF2', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    {
      name: 'PBKDF2',
      hash: 'SHA-512',
      salt: new Uint8Array([...encode(ALGORITHM), 0, ...salt]),
      iterations,
    },
    secret,
    { name: 'AES-KW', length: 256 },
    false,
    ['wrapKey', 'unwrapKey'],
  )
}

function readParts(text: string) {
  try {
    const [head = '', ...rest] = text.trim().split('.')
    const [wrapped, iv, sealed, tag] = rest.map(fromBase64url)
    const header: Record<string, unknown> = JSON.parse(new TextDecoder().decode(fromBase64url(head)))
    const { alg, enc, p2s, p2c } = header
    if (wrapped === undefined || iv === undefined || sealed === undefined || rest.length !== 4)
      return undefined
    if (alg !== ALGORITHM || enc !== ENCRYPTION || tag?.length !== TAG_BYTES || iv.length !== IV_BYTES)
      return undefined
    if (!(Number.isInteger(p2c) && Number(p2c) > 0 && Number(p2c) <= MOST_ITERATIONS)) return undefined
    return {
      head,
      salt: fromBase64url(String(p2s)),
      iterations: Number(p2c),
      wrapped,
      iv,
      sealed: new Uint8Array([...sealed, ...tag]),
    }
  } catch {
    return undefined
  }
}
