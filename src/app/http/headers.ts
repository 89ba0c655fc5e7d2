import type { Api } from '../../kernel/contract/api.ts'

/** The headers of every response; an operation may replace `cache-control`. */
export function apiHeaders(api: Api): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': api.openToAllOrigins ? 'cross-origin' : 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(api.url.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
    ...(api.openToAllOrigins ? openHeaders : {}),
    ...api.headers,
  }
}

const openHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Location, Retry-After, WWW-Authenticate',
}

export const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'Content-Type, Accept, Authorization, If-None-Match, If-Match, X-Revocation-Secret',
  'access-control-max-age': '86400',
}
