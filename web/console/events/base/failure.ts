import { formText } from '../../../ui/form/texts.ts'
import type { Problem } from '../../../ui/problems/problem.ts'
import { codeText, textOf } from '../../../ui/problems/problem-text.ts'
import { text } from './texts.ts'

const known = {
  offline: 'failedOffline',
  'version-changed': 'failedChanged',
  'in-use': 'failedInUse',
  'code-taken': 'failedCodeTaken',
  'name-taken': 'failedNameTaken',
  'not-found': 'failedGone',
  'missing-scope': 'failedForbidden',
  forbidden: 'failedForbidden',
  'rate-limited': 'failedBusy',
  busy: 'failedBusy',
  internal: 'failedInternal',
  'too-large': 'failedTooLarge',
  'invalid-transition': 'failedTransition',
  'capacity-below-enrolled': 'failedBelowEnrolled',
  'session-has-enrolments': 'failedEnrolled',
} as const

/** Describes the problem, in the reader's language if there is a text for it. */
export function failureText(problem: Problem): string {
  if (problem.code === 'invalid' && problem.errors.length > 0) return text('failedInvalid')
  const key = known[problem.code as keyof typeof known]
  return key === undefined ? textOf(problem) : text(key)
}

const errors = {
  required: 'errorRequired',
  minLength: 'errorRequired',
  maxLength: 'errorTooLong',
  pattern: 'errorPattern',
  format: 'errorPattern',
  type: 'errorPattern',
  minimum: 'errorTooSmall',
  maximum: 'errorTooLarge',
  range: 'errorRange',
  duplicate: 'errorDuplicate',
  time: 'errorTime',
  timezone: 'errorZone',
  'code-taken': 'errorCodeTaken',
  reserved: 'errorReserved',
  'unknown-field': 'errorEarlierField',
  minItems: 'errorNoValue',
} as const

/** Describes what is wrong with a member. */
export function errorText({ code, pointer = '' }: { code: string; pointer?: string }): string {
  const key = errors[code as keyof typeof errors]
  if (key === undefined) return codeText('invalid')
  return (code === 'pattern' ? patternText(pointer) : undefined) ?? text(key)
}

/** Says what the member should look like, if its name tells. */
function patternText(pointer: string): string | undefined {
  const member = pointer.slice(pointer.lastIndexOf('/') + 1)
  if (/email$/i.test(member)) return formText('errorEmail')
  if (/url$/i.test(member)) return formText('errorUrl')
  if (/^(code|name)$/.test(member)) return text('errorCodePattern')
  return undefined
}
