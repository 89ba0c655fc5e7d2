import { afterEach, expect, it } from 'vitest'
import { clockTime } from '../../../web/authenticator/decision/clock-time.ts'
import { noteServerTime, serverNow } from '../../../web/authenticator/keys/server-time.ts'

const told = (ms: number) => noteServerTime(new Headers({ date: new Date(ms).toUTCString() }))
afterEach(() => told(Date.now()))

it('counts by the clock of the server where that of the device is wrong', () => {
  told(Date.now() + 3_600_000)
  expect(Math.abs(serverNow() - Date.now() - 3_600_000)).toBeLessThan(2_000)
})

it('leaves a difference of some seconds alone, and what is no date', () => {
  told(Date.now() - 3_000)
  noteServerTime(new Headers({ date: 'yesterday' }))
  noteServerTime(new Headers())
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(100)
})

it.each([
  [0, '0:00'],
  [999, '0:01'],
  [61_000, '1:01'],
  [3_600_000, '1:00:00'],
  [86_399_000, '23:59:59'],
])('writes %i ms as %s', (ms, time) => {
  expect(clockTime(ms)).toBe(time)
})
