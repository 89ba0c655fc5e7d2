import { Refusal } from '../../../../src/client/client.ts'
import { text } from '../../base/texts.ts'

const texts = {
  'invalid-request': 'identityFailedForm',
  'auth-error': 'identityFailedAuth',
  'unknown-key': 'identityFailedUnknown',
  'unknown-job': 'identityFailedCodeOver',
  'closed-job': 'identityFailedCodeOver',
  'duplicate-hash': 'identityFailedTaken',
  'confirm-first': 'identityFailedConfirmFirst',
  'revoked-key': 'identityFailedRevoked',
} as const

/** Says what went wrong and what to do about it. */
export function tellFailure(error: unknown): string {
  if (!(error instanceof Refusal)) return text(error instanceof TypeError ? 'failedOffline' : 'failedHere')
  const { title, tries_left }: { title?: unknown; tries_left?: unknown } = Object(error.body)
  if (typeof tries_left === 'number') return text('identityFailedCode', { count: tries_left })
  const wait = Number(error.headers.get('retry-after'))
  if (error.status === 429 || error.status === 503) return text('failedWait', { seconds: wait || 1 })
  const known = texts[String(title) as keyof typeof texts]
  return known === undefined ? text('failedServer', { status: error.status }) : text(known)
}
