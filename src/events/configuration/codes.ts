/** Words that a path of the page's host starts with: no event is found under them. */
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

/** `folded`: without case. */
export function isReservedCode(folded: string): boolean {
  return reserved.has(folded)
}
