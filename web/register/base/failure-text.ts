import { text } from './texts.ts'
import type { Failure } from './view.ts'

const keys = {
  'capacity-full': 'failureFull',
  'registration-closed': 'failureClosed',
  'session-clash': 'failureClash',
  'session-closed': 'failureSessionClosed',
  'rate-limited': 'failureRate',
  'code-wrong': 'failureCodeWrong',
  'code-over': 'failureCodeOver',
  'phone-refused': 'failurePhone',
  'approval-denied': 'failureDenied',
  'approval-expired': 'failureExpired',
  preview: 'failurePreview',
  'preview-over': 'failurePreviewOver',
  failed: 'failureFailed',
} as const satisfies Record<Failure, string>

/** `registered`: the person is registered already, and only a change was refused. */
export function failureText(failure: Failure, registered = false): string {
  return text(registered && failure === 'capacity-full' ? 'failureChangeFull' : keys[failure])
}
