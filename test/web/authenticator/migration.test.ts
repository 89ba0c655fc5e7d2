import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readMigration } from '../../../web/authenticator/codes/otp/migration.ts'

type Part = number | string | Uint8Array

/** A protocol buffer of small values, field by field. */
function message(parts: readonly (readonly [field: number, value: Part])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap(([field, value]) => {
      if (typeof value === 'number') return [field * 8, value]
      const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value
      return [field * 8 + 2, bytes.length, ...bytes]
    }),
  )
}

const linkOf = (payload: Uint8Array) =>
  `otpauth-migration://offline?data=${encodeURIComponent(Buffer.from(payload).toString('base64'))}`

const seed = new TextEncoder().encode('Hello!\u0001\u0002\u0003\u0004')
const first = message([
  [1, seed],
  [2, 'Example:alice@google.com'],
  [3, 'Example'],
  [4, 1],
  [5, 1],
  [6, 2],
])
const second = message([
  [1, seed],
  [2, 'bob'],
  [4, 3],
  [5, 2],
  [6, 2],
])

it('reads what another app exported', () => {
  const read = readMigration(
    linkOf(
      message([
        [1, first],
        [1, second],
        [2, 1],
        [3, 1],
      ]),
    ),
  )
  expect(read).toEqual([
    { issuer: 'Example', label: 'alice@google.com', seed, algorithm: 'SHA-1', digits: 6, period: 30 },
    { issuer: '', label: 'bob', seed, algorithm: 'SHA-512', digits: 8, period: 30 },
  ])
})

it('reads the export that is shown in public descriptions of the format', () => {
  const read = readMigration(
    'otpauth-migration://offline?data=CjEKCkhlbGxvId6tvu8SGEV4YW1wbGU6YWxpY2VAZ29vZ2xlLmNvbRoHRXhhbXBsZTAC',
  )
  expect(read).toMatchObject([{ issuer: 'Example', label: 'alice@google.com', digits: 6 }])
  expect([...(read?.[0]?.seed ?? [])]).toEqual([0x48, 0x65, 0x6c, 0x6c, 0x6f, 0x21, 0xde, 0xad, 0xbe, 0xef])
})

it('leaves out what it cannot show', () => {
  const byCounter = message([
    [1, seed],
    [2, 'x'],
    [6, 1],
  ])
  const md5 = message([
    [1, seed],
    [4, 4],
    [6, 2],
  ])
  const short = message([
    [1, 'abcd'],
    [6, 2],
  ])
  expect(
    readMigration(
      linkOf(
        message([
          [1, byCounter],
          [1, md5],
          [1, short],
        ]),
      ),
    ),
  ).toBeUndefined()
  expect(
    readMigration(
      linkOf(
        message([
          [1, byCounter],
          [1, second],
        ]),
      ),
    ),
  ).toHaveLength(1)
})

it('takes nonsense for nothing, whatever it is', () => {
  for (const link of ['otpauth-migration://offline', 'otpauth-migration://offline?data=', 'otpauth://totp/x'])
    expect(readMigration(link)).toBeUndefined()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), fc.string(), (bytes, text) => {
      readMigration(linkOf(bytes))
      readMigration(`otpauth-migration://offline?data=${text}`)
      const whole = linkOf(message([[1, first]]))
      expect(readMigration(whole.slice(0, -8))).toBeUndefined()
    }),
  )
})
