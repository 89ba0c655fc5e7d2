import { parseUrl } from '../../kernel/text/url.ts'
import { Refusal } from './error.ts'

/** The decoded parts of a gateway's URL; missing parts are empty. */
export type GatewayUrl = {
  readonly scheme: string
  readonly user: string
  readonly password: string
  readonly host: string
  readonly hostAndPort: string
  readonly port: number | undefined
  readonly path: string
  /** The members after the `?`, all of which must be known. */
  members<const N extends string>(names: readonly N[]): { [K in N]?: string }
  /** Removes one member from the query and returns it. */
  takeMember(name: string): string | undefined
  query(): string
}

export function schemeOf(text: string): string {
  return /^([a-z][a-z+]*:)\/\//.exec(text)?.[1] ?? ''
}

/** A plus sign in the query stays a plus sign, because phone numbers begin with one. */
export function readGatewayUrl(text: string, isHttp: boolean): GatewayUrl {
  const scheme = schemeOf(text)
  const insecure = scheme.endsWith('+http:')
  const standard = isHttp ? (insecure ? 'http:' : 'https:') : scheme
  const address = standard + text.slice(scheme.length)
  if (/[\\#\p{Cc}]/u.test(text) || parseUrl(address) === undefined)
    throw new Refusal('is not a URL: write special characters as %XX')
  const url = new URL(address)
  if (url.hostname === '') throw new Refusal('has no host')
  if (!isHttp && url.pathname.length > 1) throw new Refusal('has a path')
  const members = new URLSearchParams(url.search.replaceAll('+', '%2B'))
  if (new Set(members.keys()).size !== [...members.keys()].length)
    throw new Refusal('has a member after the ? twice')
  return {
    scheme,
    user: decode(url.username),
    password: decode(url.password),
    host: url.hostname.replace(/^\[|\]$/g, ''),
    hostAndPort: url.host,
    port: url.port === '' ? undefined : Number(url.port),
    path: url.pathname,
    members: (names) => readMembers(members, names),
    takeMember(name) {
      const value = members.get(name)
      members.delete(name)
      return value ?? undefined
    },
    query: () => (members.size === 0 ? '' : `?${members}`),
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Refusal('is not a URL: write special characters as %XX')
  }
}

function readMembers<N extends string>(members: URLSearchParams, names: readonly N[]): { [K in N]?: string } {
  const known = new Set<string>(names)
  if ([...members.keys()].some((name) => !known.has(name)))
    throw new Refusal(`has a member after the ? that is not one of ${names.join(', ')}`)
  return Object.fromEntries(members) as { [K in N]?: string }
}
