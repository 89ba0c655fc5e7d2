import type { PinLock } from '../store/lock-record.ts'
import { createWrappedKey, openWrappedKey } from './wrapped-key.ts'

/** OWASP's recommendation for PBKDF2 with SHA-256, as of 2023. */
const ITERATIONS = 600_000
const SALT_BYTES = 16
const FREE_TRIES = 4
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 3_600_000

export const PIN_DIGITS = 6

export async function createPinLock(pin: string): Promise<{ lock: PinLock; key: CryptoKey }> {
  const derivation = { salt: crypto.getRandomValues(new Uint8Array(SALT_BYTES)), iterations: ITERATIONS }
  const { key, wrapped } = await createWrappedKey(await deriveKey(pin, derivation))
  return { lock: { kind: 'pin', ...derivation, wrapped, failures: 0, notBefore: 0 }, key }
}

/** Undefined for a wrong PIN. */
export async function openPinLock(lock: PinLock, pin: string): Promise<CryptoKey | undefined> {
  return openWrappedKey(await deriveKey(pin, lock), lock.wrapped)
}

/** Counted before the attempt, so that stopping the app midway does not save it. Undefined while the user must wait. */
export function countTry<L extends PinLock>(lock: L, now: number): L | undefined {
  if (now < lock.notBefore) return undefined
  const failures = lock.failures + 1
  return { ...lock, failures, notBefore: now + waitAfter(failures) }
}

/** No delay for the first attempts, then half a minute, doubling up to an hour. */
function waitAfter(failures: number): number {
  const beyond = failures - FREE_TRIES
  return beyond <= 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (beyond - 1), LONGEST_WAIT_MS)
}

async function deriveKey(
  pin: string,
  { salt, iterations }: Pick<PinLock, 'salt' | 'iterations'>,
): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, [
    'deriveKey',
  ])
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt: salt as BufferSource, iterations },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}
