import { text } from '../base/texts.ts'
import type { Failure } from './refusal.ts'

const texts = {
  closed: 'requestFailedClosed',
  gone: 'requestEndedGoneNote',
  revoked: 'requestFailedRevoked',
  'unknown-key': 'requestFailedUnknownKey',
  again: 'requestFailedAgain',
  'not-accepted': 'requestFailedNotAccepted',
  offline: 'failedOffline',
  other: 'failedHere',
} as const

/** Says what went wrong and what to do about it. */
export function tellFailure(failure: Failure): string {
  if (failure.kind === 'wait') return text('requestFailedWait', { seconds: failure.seconds })
  if (failure.kind !== 'wrong-number') return text(texts[failure.kind])
  return text('requestWrongNumber', { count: failure.triesLeft })
}
