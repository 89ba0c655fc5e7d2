import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeAt, secondsLeft, stepAt } from '../../../src/client/device/totp.ts'
import { createHotp, stepAt as serverStepAt } from '../../../src/twofactor/devices/totp.ts'

const digitsOf = (length: number) =>
  new TextEncoder().encode('1234567890'.repeat(7).slice(0, length)) as Uint8Array<ArrayBuffer>

const seeds = { 'SHA-1': digitsOf(20), 'SHA-256': digitsOf(32), 'SHA-512': digitsOf(64) } as const

/** RFC 6238 appendix B. */
const vectors = [
  [59, '94287082', '46119246', '90693936'],
  [1_111_111_109, '07081804', '68084774', '25091201'],
  [1_111_111_111, '14050471', '67062674', '99943326'],
  [1_234_567_890, '89005924', '91819424', '93441116'],
  [2_000_000_000, '69279037', '90698825', '38618901'],
  [20_000_000_000, '65353130', '77737706', '47863826'],
] as const

describe('a code', () => {
  it.each(
    vectors.flatMap(([seconds, ...codes]) =>
      (['SHA-1', 'SHA-256', 'SHA-512'] as const).map((algorithm, at) => ({
        seconds,
        algorithm,
        code: codes[at],
      })),
    ),
  )('is that of RFC 6238: $algorithm at $seconds', async ({ seconds, algorithm, code }) => {
    const account = { seed: seeds[algorithm], digits: 8, period: 30, algorithm }
    expect(await codeAt(account, seconds * 1_000)).toBe(code)
  })

  it('is what the service expects, for any seed and time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 5, maxLength: 64 }),
        fc.nat({ max: 4_000_000_000_000 }),
        async (seed, at) => {
          const account = { seed, digits: 6, period: 30, algorithm: 'SHA-1' } as const
          expect(await codeAt(account, at)).toBe(createHotp(seed)(serverStepAt(at)))
        },
      ),
      { numRuns: 50 },
    )
  })

  it('lasts to the end of its period, and counts down to 1', () => {
    const left = [0, 999, 1_000, 28_999, 29_000, 29_999, 30_000].map((at) => secondsLeft({ period: 30 }, at))
    expect(left).toEqual([30, 30, 29, 2, 1, 1, 30])
    expect([29_999, 30_000, 59_999].map((at) => stepAt({ period: 30 }, at))).toEqual([0, 1, 1])
    expect([29_999, 30_000, 60_000].map((at) => stepAt({ period: 60 }, at))).toEqual([0, 0, 1])
  })
})
