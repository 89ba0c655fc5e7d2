import fc from 'fast-check'

type Bytes = readonly [number, number, number, number]

const byte = fc.integer({ min: 0, max: 255 })
const between = (min: number, max: number) => fc.integer({ min, max })
const only = fc.constant

/** IPv4 addresses that are nobody's business to call, from every special block. */
export const privateIPv4: fc.Arbitrary<Bytes> = fc.oneof(
  fc.tuple(only(0), byte, byte, byte),
  fc.tuple(only(10), byte, byte, byte),
  fc.tuple(only(127), byte, byte, byte),
  fc.tuple(only(100), between(64, 127), byte, byte),
  fc.tuple(only(169), only(254), byte, byte),
  fc.tuple(only(172), between(16, 31), byte, byte),
  fc.tuple(only(192), only(0), only(0), byte),
  fc.tuple(only(192), only(0), only(2), byte),
  fc.tuple(only(192), only(168), byte, byte),
  fc.tuple(only(198), between(18, 19), byte, byte),
  fc.tuple(only(198), only(51), only(100), byte),
  fc.tuple(only(203), only(0), only(113), byte),
  fc.tuple(between(224, 255), byte, byte, byte),
)

export const publicIPv4: fc.Arbitrary<Bytes> = fc.oneof(
  fc.tuple(between(1, 9), byte, byte, byte),
  fc.tuple(between(11, 99), byte, byte, byte),
  fc.tuple(between(128, 167), byte, byte, byte),
  fc.tuple(between(204, 223), byte, byte, byte),
)

const numberStyles: readonly ((value: number) => string)[] = [
  (value) => value.toString(),
  (value) => `0x${value.toString(16)}`,
  (value) => `0X00${value.toString(16).toUpperCase()}`,
  (value) => `0${value.toString(8)}`,
  (value) => `000${value.toString(8)}`,
]
const dots = ['.', '。', '．', '｡', '%2e', '%EF%BC%8E']
const disguises: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (text) => text.replace(/[1-9]/g, (digit) => String.fromCodePoint(0x2460 + Number(digit) - 1)),
  (text) => text.replace(/[0-9]/g, (digit) => `%3${digit}`),
  (text) => text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit))),
]

/** The spellings that inet_aton and URL read: one to four parts, three bases, other scripts' digits and dots. */
export function ipv4Spelling(bytes: fc.Arbitrary<Bytes>): fc.Arbitrary<string> {
  return fc
    .record({
      bytes,
      parts: between(1, 4),
      styles: fc.array(fc.constantFrom(...numberStyles), { minLength: 4, maxLength: 4 }),
      dot: fc.constantFrom(...dots),
      disguise: fc.constantFrom(...disguises),
      end: fc.constantFrom('', '.'),
    })
    .map(({ bytes: all, parts, styles, dot, disguise, end }) => {
      const head = all.slice(0, parts - 1)
      const tail = all.slice(parts - 1).reduce((value, part) => value * 256 + part, 0)
      const texts = [...head, tail].map((value, index) => (styles[index] ?? String)(value))
      return disguise(texts.join('.')).replaceAll('.', dot) + end
    })
}

/** IPv6 addresses in brackets that lead to the IPv4 address: mapped, compatible, translated, NAT64, 6to4, Teredo. */
export function ipv6Carrier(bytes: fc.Arbitrary<Bytes>): fc.Arbitrary<string> {
  return fc.tuple(bytes, between(0, 8)).map(([[a, b, c, d], form]) => {
    const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
    const forms = [
      `::ffff:${a}.${b}.${c}.${d}`,
      `::FFFF:${hex}`,
      `0:0:0:0:0:ffff:${hex}`,
      `0000:0000:0000:0000:0000:ffff:${hex}`,
      `::ffff:0:${hex}`,
      `64:ff9b::${a}.${b}.${c}.${d}`,
      `64:ff9b:1::${hex}`,
      `2002:${hex}::1`,
      `2001:0:${hex}:8000:63bf:3fff:fdd2`,
    ]
    return `[${forms[form]}]`
  })
}

const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))

export const privateIPv6: fc.Arbitrary<string> = fc.oneof(
  only('[::]'),
  only('[::1]'),
  only('[0:0:0:0:0:0:0:1]'),
  fc
    .tuple(
      fc.constantFrom('fe80', 'febf', 'fc00', 'fdff', 'fec0', 'ff02', 'ff0e', '2001:db8', '100'),
      group,
      group,
    )
    .map(([head, x, y]) => `[${head}::${x}:${y}]`),
)
