/** The parameters that one-time codes are computed from. */
export type CodeGenerator = {
  readonly seed: Uint8Array
  readonly digits: number
  readonly period: number
  readonly algorithm: 'SHA-1' | 'SHA-256' | 'SHA-512'
}

/** RFC 6238 §4, with the HMAC of the Web Crypto API. */
export async function codeAt(account: CodeGenerator, epochMs: number): Promise<string> {
  const key = await crypto.subtle.importKey(
    'raw',
    new Uint8Array(account.seed),
    { name: 'HMAC', hash: account.algorithm },
    false,
    ['sign'],
  )
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(stepAt(account, epochMs)))
  return truncate(new DataView(await crypto.subtle.sign('HMAC', key, counter)), account.digits)
}

/** The number of the period that `epochMs` is in. */
export function stepAt({ period }: Pick<CodeGenerator, 'period'>, epochMs: number): number {
  return Math.floor(epochMs / 1000 / period)
}

/** Whole seconds until the next code: from `period` down to 1. */
export function secondsLeft({ period }: Pick<CodeGenerator, 'period'>, epochMs: number): number {
  return period - (Math.floor(epochMs / 1000) % period)
}

/** RFC 4226 §5.3. */
function truncate(mac: DataView, digits: number): string {
  const offset = mac.getUint8(mac.byteLength - 1) & 0xf
  const number = mac.getUint32(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}
