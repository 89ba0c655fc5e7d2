/** First path segments that the page's host uses itself, so no event may have them as its code. */
const reserved: ReadonlySet<string> = new Set([
  'api',
  'assets',
  'authenticator',
  'console',
  'data',
  'docs',
  'e',
  'eventdata',
  'healthz',
  'issuer',
  'metrics',
  'readyz',
  'receipts',
  'registration',
  'twofactor',
])

/** `folded` is the code in lower case. */
export function isReservedCode(folded: string): boolean {
  return reserved.has(folded)
}
