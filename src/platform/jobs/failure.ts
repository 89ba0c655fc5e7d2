import { Fault } from '../../kernel/base/fault.ts'
import type { Random } from '../../kernel/base/random.ts'

const CODE = /^[\w-]{1,64}$/

/** Identifies an error without its message, which may contain an address. */
export function failureCode(error: unknown): string {
  if (error instanceof Fault) return error.kind
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && CODE.test(code) ? code : error.name
}

/** Where an error was thrown: the frames of its stack, without its message. */
export function failurePlace(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  return stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, 3)
}

/** 1, 2, 4 … seconds up to the maximum, minus a random part of up to a half. */
export function backoffMs(attempt: number, capMs: number, random: Random): number {
  const longest = Math.min(capMs, 1000 * 2 ** Math.min(attempt - 1, 40))
  const share = random.bytes(4).readUInt32BE(0) / 2 ** 32
  return Math.round(longest * (1 - share / 2))
}
