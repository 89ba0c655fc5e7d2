import { hotp, stepAt } from '../../twofactor/devices/totp.ts'
import type { Enrolment } from './enrolment-file.ts'

const STEP_MS = 30_000
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

type ShownCode = { app: string; twofactor_id: number; code: string; seconds_left: number }

/** RFC 6238, as any app shows it. */
export function showCode({ app, twofactor_id, uri }: Enrolment, now: number): ShownCode {
  const seed = fromBase32(new URL(uri).searchParams.get('secret') ?? '')
  return {
    app,
    twofactor_id,
    code: hotp(seed, stepAt(now)),
    seconds_left: Math.ceil((STEP_MS - (now % STEP_MS)) / 1000),
  }
}

/** RFC 4648 §6, without padding. */
function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
