import type { Random } from '../../src/kernel/base/random.ts'
import type { Row } from '../contract/apis.ts'
import { type Device, newDevice } from '../issuer/device.ts'
import { signToken } from '../kernel/jwt/tokens.ts'

/** Draws the same requests from the same seed. */
export type Dice = { below(count: number): number; pick<T>(values: readonly T[]): T }

export function createDice(random: Random): Dice {
  const below = (count: number) => random.bytes(4).readUInt32LE() % count
  return {
    below,
    pick(values) {
      const value = values[below(values.length)]
      if (value === undefined) throw new Error('there is nothing to pick from')
      return value
    },
  }
}

export type HostileRequest = { method: string; path: string; headers: Record<string, string>; body?: string }

const texts = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'null',
  'true',
  'NaN',
  '__proto__',
  'constructor',
  "' OR '1'='1",
  '"; drop table issuer_keys; --',
  '../../etc/passwd',
  '%00',
  '\u0000',
  '\ud83d\ude00',
  '\u202e',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '\r\nset-cookie: a=b',
  'a'.repeat(300),
  'a'.repeat(5_000),
  '٣',
  '𝟙𝟚',
] as const
const types = [
  'application/jwt',
  'application/json',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  '',
]
const accepts = [
  'application/problem+json',
  'application/json',
  'application/jwt',
  'text/html',
  '*/*',
  ';;;',
  'q=0',
]
const claimNames = [
  'sub',
  'iss',
  'aud',
  'exp',
  'nbf',
  'iat',
  'jti',
  'name',
  'kind',
  'devtoken',
  'callback',
  'job',
  'scope',
]
const moreClaims = [
  'claims',
  'revoke',
  'rotate',
  'purpose',
  'nonce',
  'number',
  'status',
  'email',
  'phone',
  'code',
  'expires_in',
  'x',
]

/** Makes requests for a row that are nearly right, far off, or somewhere between. */
export function createHostility(dice: Dice, devices: readonly Device[]) {
  const keys = devices.flatMap(({ fingerprint, raw }) => [fingerprint, raw])

  function value(depth = 0): unknown {
    const simple = [...texts, ...keys, null, true, false, 0, -1, 1.5, 2 ** 53 - 1, 1e300, 1_767_225_600]
    if (depth > 2 || dice.below(4) > 0) return dice.pick(simple)
    const several = Array.from({ length: dice.below(4) }, () => value(depth + 1))
    if (dice.below(2) === 0) return several
    return Object.fromEntries(several.map((one) => [dice.pick([...claimNames, ...texts]), one]))
  }

  function token(): string {
    const by = dice.below(4) === 0 ? newDevice() : dice.pick(devices)
    const claims: Record<string, unknown> = {
      sub: by.fingerprint,
      iat: 1_767_225_600,
      jti: String(dice.below(1e9)),
    }
    if (dice.below(2) === 0) claims.aud = 'http://lanyard.test/issuer'
    for (let count = dice.below(5); count > 0; count -= 1)
      claims[dice.pick([...claimNames, ...moreClaims])] = value()
    const header: Record<string, unknown> = { alg: by.alg }
    if (dice.below(3) === 0) header.jwk = by.jwk
    if (dice.below(8) === 0) header[dice.pick(['alg', 'typ', 'kid', 'jwk', 'crit', 'x5u', 'zip'])] = value()
    return damaged(signToken(by, claims, header))
  }

  function damaged(text: string): string {
    const place = dice.below(text.length + 1)
    const ways = [
      () => text,
      () => text,
      () => text,
      () => text.slice(0, place),
      () => text.slice(0, place) + dice.pick(texts) + text.slice(place),
      () => `${text}.${text}`,
    ]
    return dice.pick(ways)()
  }

  function body(): string {
    const ways = [token, token, () => JSON.stringify(token()), () => JSON.stringify({ jwt: token() })]
    return dice.pick([...ways, () => damaged(JSON.stringify(value())), () => dice.pick(texts)])()
  }

  function query(row: Row): string {
    if (dice.below(3) > 0) return ''
    const known = Object.keys(row.operation.query?.properties ?? {})
    const names = Array.from({ length: 1 + dice.below(3) }, () => dice.pick([...known, ...texts]))
    return `?${names.map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(dice.pick(texts))}`).join('&')}`
  }

  return (row: Row): HostileRequest => {
    const { operation, api } = row
    const parameter = () =>
      encodeURIComponent(dice.pick([...keys, ...keys, ...texts, 'A'.repeat(20), 'A'.repeat(43)]))
    const path = operation.path.replaceAll(/\{\w+\}/g, parameter)
    const headers: Record<string, string> = {
      accept: dice.pick(accepts),
      'if-none-match': dice.pick(['*', '""', 'x', 'W/"1"']),
    }
    if (dice.below(3) === 0)
      headers.authorization = dice.pick([
        'JWT x',
        `JWT ${token().replaceAll(/[^!-~]/g, '')}`,
        'Bearer',
        'Basic !',
      ])
    if (operation.method === 'GET' || operation.method === 'HEAD') {
      return { method: operation.method, path: api.basePath + path + query(row), headers }
    }
    headers['content-type'] = dice.below(4) === 0 ? dice.pick(types) : 'application/jwt'
    return { method: operation.method, path: api.basePath + path + query(row), headers, body: body() }
  }
}
