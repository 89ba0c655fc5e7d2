import { format, inspect } from 'node:util'
import { expect, it } from 'vitest'
import { equalInConstantTime, Secret } from '../../src/kernel/base/secret.ts'

it('reveals its text only when asked', () => {
  const secret = new Secret('hunter2')
  expect(secret.reveal()).toBe('hunter2')
  const printed = [
    String(secret),
    `${secret}`,
    ['', secret].join(''),
    JSON.stringify({ secret }),
    inspect({ deep: { secret } }, { depth: 9, showHidden: true }),
    format('%s %o %O %j', secret, secret, secret, secret),
    Object.entries(secret).join(),
    JSON.stringify({ ...secret }),
    inspect(structuredClone(secret)),
    new Error(`bad ${secret}`).message,
  ]
  expect(printed.filter((text) => text.includes('hunter2'))).toEqual([])
  expect(printed[0]).toBe('[secret]')
  expect(printed[3]).toBe('{"secret":"[secret]"}')
})

it('compares texts of any length', () => {
  expect(equalInConstantTime('', '')).toBe(true)
  expect(equalInConstantTime('123456', '123456')).toBe(true)
  expect(equalInConstantTime('123456', '123457')).toBe(false)
  expect(equalInConstantTime('123456', '1234567')).toBe(false)
  expect(equalInConstantTime('é', 'e\u0301')).toBe(false)
})

it('keeps ill-formed texts apart', () => {
  expect(equalInConstantTime('\ud800', '\ud801')).toBe(false)
  expect(equalInConstantTime('\ud800', '\ufffd')).toBe(false)
})
