import { BlockList } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AddressKind,
  classify,
  inRange,
  parseAddress,
  parseRange,
} from '../../../src/kernel/base/ip-address.ts'

function kindOf(text: string): AddressKind | undefined {
  const address = parseAddress(text)
  return address === undefined ? undefined : classify(address)
}

const samples: Readonly<Record<AddressKind, readonly string[]>> = {
  public: [
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
  ].concat([
    '192.0.1.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00::',
    '2001:200::',
  ]),
  unspecified: ['0.0.0.0', '0.255.255.255', '::', '::ffff:0.0.0.0'],
  loopback: ['127.0.0.1', '127.255.255.255', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1'],
  private: [
    '10.0.0.0',
    '172.16.0.0',
    '172.31.255.255',
    '192.168.255.255',
    'fc00::',
    'fdff::1',
    'fec0::1',
    '::ffff:a00:1',
  ],
  shared: ['100.64.0.0', '100.127.255.255'],
  'link-local': ['169.254.0.1', 'fe80::1', 'febf::1'],
  metadata: ['169.254.169.254', '168.63.129.16', '100.100.100.200', 'fd00:ec2::254', '::ffff:a9fe:a9fe'],
  translated: [
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001:0:1::',
    '::ffff:0:7f00:1',
  ],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.255', '2001:db8::1', '3fff::1'],
  benchmark: ['198.18.0.0', '198.19.255.255', '2001:2::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  reserved: [
    '192.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::7f00:1',
    '100::1',
    '4000::1',
    '2001:10::1',
    '5f00::1',
  ],
}

describe('classify', () => {
  for (const [kind, texts] of Object.entries(samples)) {
    it.each(texts)(`finds ${kind} in %s`, (text) => {
      expect(kindOf(text)).toBe(kind)
    })
  }

  it('agrees with a list of every special IPv4 block', () => {
    const special = new BlockList()
    const blocks = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
      192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3 168.63.129.16/32`
    for (const block of blocks.split(/\s+/)) {
      const [base = '', prefix = ''] = block.split('/')
      special.addSubnet(base, Number(prefix))
    }
    fc.assert(
      fc.property(fc.ipV4(), (text) => kindOf(text) === 'public' || special.check(text)),
      { numRuns: 2_000 },
    )
    fc.assert(
      fc.property(fc.ipV4(), (text) => kindOf(text) !== 'public' || !special.check(text)),
      { numRuns: 2_000 },
    )
  })

  it('gives an IPv4 address and its mapped form one answer', () => {
    fc.assert(fc.property(fc.ipV4(), (text) => kindOf(text) === kindOf(`::ffff:${text}`)))
  })

  it('holds no IPv6 address outside 2000::/3 for public', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const address = parseAddress(text)
        if (address === undefined || address >> 32n === 0xffffn) return true
        return classify(address) !== 'public' || address >> 125n === 1n
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('parseAddress', () => {
  it.each([
    '127.1',
    '0x7f.0.0.1',
    '012.0.0.1',
    '1.2.3.4.5',
    '256.0.0.1',
    '',
    'localhost',
    'fe80::1%eth0',
    '[::1]',
  ])('finds no address in %j', (text) => {
    expect(parseAddress(text)).toBeUndefined()
  })

  it('reads every spelling of an IPv6 address alike', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const canonical = new URL(`http://[${text}]/`).hostname.slice(1, -1)
        return parseAddress(text) !== undefined && parseAddress(text) === parseAddress(canonical)
      }),
    )
  })
})

describe('parseRange', () => {
  it('contains its own first and last address and not their neighbours', () => {
    const range = parseRange('10.1.0.0/16')
    if (range === undefined) throw new Error('no range')
    const contains = (text: string) => inRange(range, parseAddress(text) ?? -1n)
    expect(['10.0.255.255', '10.1.0.0', '10.1.255.255', '10.2.0.0', '::ffff:10.1.0.1'].map(contains)).toEqual(
      [false, true, true, false, true],
    )
  })

  it.each(['10.0.0.5/8', '10.0.0.0/33', 'fc00::/129', '10.0.0.0/', '/8', '10.0.0.0/8/8', '10/8'])(
    'refuses %s',
    (text) => {
      expect(parseRange(text)).toBeUndefined()
    },
  )

  it('keeps an IPv6 range that spans the mapped block away from IPv4', () => {
    const everything = parseRange('::/0')
    if (everything === undefined) throw new Error('no range')
    expect(inRange(everything, parseAddress('127.0.0.1') ?? -1n)).toBe(false)
    expect(inRange(everything, parseAddress('::1') ?? -1n)).toBe(true)
  })
})
