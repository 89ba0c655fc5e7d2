import { Refusal } from '../../../src/client/client.ts'

/** Why an answer was refused, as far as the user can do something about it. */
export type Failure =
  | { readonly kind: 'wrong-number'; readonly triesLeft: number }
  | { readonly kind: 'wait'; readonly seconds: number }
  | {
      readonly kind:
        | 'closed'
        | 'gone'
        | 'revoked'
        | 'unknown-key'
        | 'again'
        | 'not-accepted'
        | 'offline'
        | 'other'
    }

/** By the issuer's labels and the two-factor service's codes. */
const kinds = new Map<string, Exclude<Failure['kind'], 'wrong-number' | 'wait'>>(
  Object.entries({
    'closed-job': 'closed',
    'unknown-job': 'gone',
    'revoked-key': 'revoked',
    'unknown-key': 'unknown-key',
    replayed: 'again',
    'auth-error': 'not-accepted',
    'aud-error': 'not-accepted',
    '60079': 'closed',
    '60049': 'gone',
    '60081': 'again',
    '60024': 'not-accepted',
  } as const),
)

type Problem = { title?: unknown; error_code?: unknown; tries_left?: unknown }

export function readFailure(error: unknown): Failure {
  // fetch throws a TypeError if there is no answer; an aborted call counts as unanswered, too.
  if (!(error instanceof Refusal))
    return { kind: error instanceof TypeError || isAbort(error) ? 'offline' : 'other' }
  const { title, error_code, tries_left }: Problem = Object(error.body)
  if (typeof tries_left === 'number') return { kind: 'wrong-number', triesLeft: tries_left }
  if (error.status === 429 || error.status === 503)
    return { kind: 'wait', seconds: Number(error.headers.get('retry-after')) || 1 }
  return { kind: kinds.get(String(title ?? error_code)) ?? 'other' }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && ['AbortError', 'TimeoutError'].includes(error.name)
}
