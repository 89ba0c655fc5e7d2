import * as Type from 'typebox'
import type { Api } from '../../kernel/contract/api.ts'
import { nameFaults, problemsOf, row } from '../../kernel/contract/problem.ts'

/** `title` is the error code on the wire and `detail` the message: clients compare both byte for byte. */
export const problems = {
  'invalid-request': row(400, '60004', 'Invalid parameters'),
  'user-invalid': row(400, '60027', 'User was not valid'),
  'invalid-phone': row(400, '60033', 'Phone number is invalid'),
  'no-device': row(400, '60051', 'User has no device that takes approvals'),
  'invalid-details': row(400, '60080', 'Details are not valid'),
  'invalid-api-key': row(401, '60001', 'Invalid API key'),
  'token-used': row(401, '60019', 'Token is invalid. Token was used recently'),
  'token-invalid': row(401, '60020', 'Token is invalid'),
  'code-incorrect': row(401, '60022', 'Verification code is incorrect'),
  'device-unproven': row(401, '60024', 'The token of the device does not prove who sent it'),
  'calls-off': row(403, '60006', 'Phone calls are not enabled for this application'),
  'sms-off': row(403, '60007', 'SMS is not enabled for this application'),
  'email-off': row(403, '60007', 'E-mail is not enabled on this server'),
  'country-refused': row(403, '60078', 'This country is not allowed'),
  'not-a-mobile': row(403, '60082', 'Cannot send SMS to landline or toll-free phone numbers'),
  'unknown-path': row(404, '60000', 'There is nothing at this path'),
  'token-user-unknown': row(404, '60016', "User doesn't exist."),
  'no-verification': row(404, '60023', 'No pending verification for this phone number'),
  'user-unknown': row(404, '60026', 'User not found.'),
  'approval-unknown': row(404, '60049', 'Approval request not found'),
  'logo-unavailable': row(404, '60049', 'This logo cannot be had'),
  'enrolment-unknown': row(404, '60050', 'This enrolment is unknown, used or past its time'),
  'method-unknown': row(405, '60000', 'This path does not take this method'),
  'too-slow': row(408, '60000', 'The request took too long to arrive'),
  'approval-ended': row(409, '60079', 'Approval request is no longer pending'),
  'token-replayed': row(409, '60081', 'This token was used before'),
  'too-large': row(413, '60000', 'The request is too large'),
  'unsupported-type': row(415, '60000', 'Send application/x-www-form-urlencoded or application/json'),
  'too-many': row(429, '60003', 'Too many requests: wait as long as Retry-After says'),
  'headers-too-large': row(431, '60000', 'The headers are too large'),
  internal: row(500, '60025', 'The server failed'),
  'call-failed': row(503, '60014', 'No carrier took the call'),
  'sms-failed': row(503, '60015', 'No carrier took the message'),
  'email-failed': row(503, '60015', 'No mail server took the message'),
  busy: row(503, '60000', 'The server cannot do this now'),
} as const

export const problem = problemsOf(problems)

/** Repeats each error as its own top-level member, because old clients read it there. */
export function invalidUser(errors: Readonly<Record<string, string>>) {
  return problem('user-invalid', {
    members: { errors: { ...errors, message: 'User was not valid' }, ...errors },
  })
}

export const faults = nameFaults(problems, {
  malformed: 'invalid-request',
  invalid: 'invalid-request',
  'invalid-parameter': 'invalid-request',
  'method-not-allowed': 'method-unknown',
  unauthenticated: 'invalid-api-key',
  forbidden: 'invalid-api-key',
  'rate-limited': 'too-many',
})

export const problemSchema = Type.Object({
  error_code: Type.String(),
  message: Type.String(),
  errors: Type.Record(Type.String(), Type.String()),
  success: Type.Literal(false),
})

/** Encodes problems. Some have their own object in `errors` instead of the message. */
export const encodeProblem: Api['encodeProblem'] = (refusal) => {
  const { errors = { message: refusal.detail }, ...members } = refusal.members
  return {
    contentType: 'application/json',
    headers: {},
    body: JSON.stringify({
      error_code: refusal.title,
      message: refusal.detail,
      errors,
      success: false,
      ...members,
    }),
  }
}
