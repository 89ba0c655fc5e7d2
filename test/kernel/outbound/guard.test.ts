import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { OutboundRefused, type RefusalReason } from '../../../src/kernel/outbound/errors.ts'
import { createGuard } from '../../../src/kernel/outbound/guard.ts'
import { createOutbound } from '../../../src/kernel/outbound/request.ts'
import { ipv4Spelling, ipv6Carrier, privateIPv4, privateIPv6, publicIPv4 } from './spelling.ts'

const strict = createOutbound({ allow: [], userAgent: 'test' })

function refusal(url: string, allow?: readonly string[]): RefusalReason | undefined {
  try {
    const outbound = allow === undefined ? strict : createOutbound({ allow, userAgent: 'test' })
    outbound.check(url)
  } catch (error) {
    if (error instanceof OutboundRefused) return error.reason
    throw error
  }
  return undefined
}

describe('check', () => {
  it.each([
    'http://hooks.example.com',
    'https://hooks.example.com/a?b=c#d',
    'HTTPS://Hooks.Example.COM./',
    'https://bücher.example.com:8443/',
    'https://1.1.1.1/',
    'https://[2606:4700::1111]/',
    'https://_dmarc.example.com/',
    'http://localhost.example.com/',
    'http://internal.example.com:65535/',
    'https://example.com/@user',
    'https://example.com/?next=http://127.0.0.1/',
  ])('accepts %s', (url) => {
    expect(refusal(url)).toBeUndefined()
  })

  it.each<[RefusalReason, string]>([
    ['malformed', ''],
    ['malformed', 'example.com/path'],
    ['malformed', '//example.com/'],
    ['malformed', 'http:example.com'],
    ['malformed', 'http:/example.com'],
    ['malformed', 'http://'],
    ['malformed', 'http:///example.com'],
    ['malformed', 'http://exa mple.com/'],
    ['malformed', ' http://example.com/'],
    ['malformed', 'http://example.com/\n'],
    ['malformed', 'http://exam\tple.com/'],
    ['malformed', 'http://example.com\\@127.0.0.1/'],
    ['malformed', 'http://1.2.3.4.5/'],
    ['malformed', 'http://256.256.256.256/'],
    ['malformed', 'http://[::1/'],
    ['malformed', 'http://[fe80::1%25eth0]/'],
    ['malformed', 'http://example.com:99999/'],
    ['malformed', `http://example.com/${'a'.repeat(2048)}`],
    ['scheme', 'ftp://example.com/'],
    ['scheme', 'file:///etc/passwd'],
    ['scheme', 'gopher://example.com:70/'],
    ['scheme', 'javascript:alert(1)'],
    ['scheme', 'unix:/var/run/docker.sock'],
    ['credentials', 'http://user@example.com/'],
    ['credentials', 'http://user:password@example.com/'],
    ['credentials', 'http://@example.com/'],
    ['credentials', 'http://:@example.com/'],
    ['credentials', 'https://example.com@127.0.0.1/'],
    ['port', 'http://example.com:0/'],
    ['port', 'http://example.com:22/'],
    ['port', 'http://example.com:25/'],
    ['port', 'http://example.com:1023/'],
    ['port', 'http://example.com:6379/'],
    ['port', 'http://example.com:6667/'],
    ['port', 'http://example.com:10080/'],
    ['port', 'http://1.1.1.1:5432/'],
  ])('refuses for its %s: %j', (reason, url) => {
    expect(refusal(url)).toBe(reason)
  })

  it.each([
    'localhost',
    'localhost.',
    'LOCALHOST',
    'loc%61lhost',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'loc\u00adalhost',
    'a.localhost',
    'a.localhost.',
    'printer.local',
    'gateway',
    'gateway.',
    'db.internal',
    'metadata',
    'metadata.google.internal',
    'metadata.google.internal.',
    'metadata.goog',
    'instance-data',
    'metadata.tencentyun.com',
    'router.home.arpa',
    'a.lan',
    'nas。local',
    'a..example.com',
    'example.com..',
    '-a.example.com',
    `${'a'.repeat(64)}.example.com`,
    '*.example.com',
    'a,b.example.com',
    'a!b.example.com',
  ])('refuses the host %s', (host) => {
    expect(refusal(`https://${host}/`)).toBe('host')
  })

  it.each(
    ['127.1', '0', '2130706433', '0x7f.1', '0x7f000001', '012.1.2.3', '017700000001', '127.0.0.1.'].concat([
      '[::]',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[fe80::1]',
      '[fc00::1]',
      '[64:ff9b::a9fe:a9fe]',
      '[2002:7f00:1::]',
      '169.254.169.254',
      '168.63.129.16',
      '100.64.0.1',
      '192.0.0.1',
      '198.18.0.1',
      '255.255.255.255',
      '１２７.０.０.１',
      '127。0。0。1',
      '①②⑦.⓪.⓪.①',
      '%31%32%37.0.0.1',
    ]),
  )('refuses the address %s', (host) => {
    expect(refusal(`http://${host}/`)).toBe('address')
    expect(refusal(`https://${host}:8443/path?query`)).toBe('address')
  })

  it('refuses every spelling of every private IPv4 address', () => {
    const hosts = fc.oneof(ipv4Spelling(privateIPv4), ipv6Carrier(privateIPv4), privateIPv6)
    fc.assert(
      fc.property(hosts, (host) => refusal(`http://${host}/`) === 'address'),
      { numRuns: 3_000 },
    )
  })

  it('accepts every spelling of a public IPv4 address', () => {
    fc.assert(
      fc.property(ipv4Spelling(publicIPv4), (host) => refusal(`http://${host}/`) === undefined),
      { numRuns: 1_000 },
    )
  })

  it('never throws anything but a refusal', () => {
    const codePoints = fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 12 })
    fc.assert(
      fc.property(fc.constantFrom('', 'http://', 'http://[', 'https://a.'), codePoints, (start, points) => {
        const reason = refusal(start + String.fromCodePoint(...points))
        return reason !== undefined || start !== ''
      }),
      { numRuns: 1_000 },
    )
  })

  it('says what to change and does not repeat the address', () => {
    expect(() => strict.check('http://secret-name.internal/token')).toThrow(
      'The host must be a full public domain name, unless the operator of this server allows it.',
    )
  })
})

describe('allow', () => {
  it.each([
    ['10.0.0.5', 'http://10.0.0.5:8080/'],
    ['10.0.0.0/8', 'http://10.255.0.1/'],
    ['10.0.0.0/8', 'http://[::ffff:10.0.0.1]/'],
    ['fd00::/8', 'https://[fd12::1]/'],
    ['::1', 'http://[::1]/'],
    ['[::1]:8080', 'http://[::1]:8080/'],
    ['127.0.0.1:25', 'http://127.0.0.1:25/'],
    ['gateway', 'http://gateway/'],
    ['Gateway.', 'http://gateway:8080/'],
    ['sms.internal:8080', 'http://sms.internal:8080/'],
    ['sms.internal:80', 'http://sms.internal/'],
    ['bücher.internal', 'http://xn--bcher-kva.internal/'],
    ['public.example.com:81', 'http://public.example.com:81/'],
    ['169.254.169.254', 'http://169.254.169.254/'],
  ])('%s admits %s', (entry, url) => {
    expect(refusal(url, [entry])).toBeUndefined()
  })

  it.each([
    ['10.0.0.5', 'http://10.0.0.6/'],
    ['10.0.0.5:8080', 'http://10.0.0.5/'],
    ['10.0.0.0/8', 'http://10.0.0.5:22/'],
    ['10.0.0.0/8', 'http://11.0.0.5:22/'],
    ['10.0.0.0/8', 'http://gateway.internal/'],
    ['10.0.0.0/8', 'http://[64:ff9b::10.0.0.1]/'],
    ['127.0.0.1', 'http://localhost/'],
    ['localhost', 'http://127.0.0.1/'],
    ['gateway:8080', 'http://gateway/'],
    ['gateway:8080', 'http://other:8080/'],
    ['sms.internal', 'http://a.sms.internal/'],
    ['0.0.0.0/0', 'http://169.254.169.254/'],
    ['100.64.0.0/10', 'http://100.100.100.200/'],
    ['::/0', 'http://127.0.0.1/'],
    ['10.0.0.5', 'http://user@10.0.0.5/'],
    ['10.0.0.5', 'ftp://10.0.0.5/'],
  ])('%s does not admit %s', (entry, url) => {
    expect(refusal(url, [entry])).toBeDefined()
  })

  it.each([
    '',
    ' ',
    '*',
    '*.internal',
    'http://gateway',
    'gateway/path',
    'gateway:',
    'gateway:0',
    'gateway:70000',
    'user@gateway',
    '10.0.0.5/8',
    '10.0.0.0/33',
    '10.0.0.256',
    'a,b',
    '[::1',
    '.',
  ])('stops at the entry %j and quotes it', (entry) => {
    expect(() => createOutbound({ allow: [entry], userAgent: 'test' })).toThrow(`"${entry}" is not`)
  })
})

describe('lookup', () => {
  it('gives all addresses or the first, as the caller asks', () => {
    const { lookup } = createGuard([], async () => ['1.1.1.1', '2606:4700::1111'])
    const answer = vi.fn()
    lookup({ host: 'a.example.com', port: 80 })('a.example.com', { all: false }, answer)
    lookup({ host: 'a.example.com', port: 80 })('a.example.com', { all: true }, answer)
    return vi.waitFor(() => {
      expect(answer.mock.calls).toEqual([
        [null, '1.1.1.1', 4],
        [
          null,
          [
            { address: '1.1.1.1', family: 4 },
            { address: '2606:4700::1111', family: 6 },
          ],
        ],
      ])
    })
  })
})
