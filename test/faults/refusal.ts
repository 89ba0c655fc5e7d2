import { expect } from 'vitest'
import type { Reply } from '../http-client.ts'
import { within } from '../speed.ts'

/** What a write gets while it cannot be done: soon, in the issuer's own shape, with the time to wait. */
export function expectPutOff(reply: Reply | undefined, withinMs = 5_000): void {
  expect(reply?.status).toBe(503)
  expect(Number(reply?.headers['retry-after'])).toBeGreaterThan(0)
  expect(JSON.parse(reply?.body ?? '{}')).toEqual({
    error: 503,
    type: expect.stringMatching(/\/issuer\/errors\/busy$/),
    title: 'busy',
    detail: expect.any(String),
  })
  expect(reply?.ms).toBeLessThan(within(withinMs))
}
