import * as Type from 'typebox'
import type { Api } from '../../kernel/contract/api.ts'
import { nameFaults, problemsOf, row } from '../../kernel/contract/problem.ts'

/** The issuer's error codes; `title` repeats the code on the wire. */
export const problems = {
  'invalid-token': row(400, 'invalid-token', 'The body is not a compact JWS of an allowed kind.'),
  'invalid-key': row(400, 'invalid-key', 'The key is not an Ed25519 or P-256 public key that may be used.'),
  'invalid-request': row(
    400,
    'invalid-request',
    'The request does not have the form that this operation takes.',
  ),
  'auth-error': row(401, 'auth-error', 'The token does not prove who sent it.'),
  'aud-error': row(401, 'aud-error', "Name this issuer's base address in aud."),
  'unknown-key': row(404, 'unknown-key', 'No key is registered under this fingerprint.'),
  'unknown-job': row(404, 'unknown-job', 'No job has this identifier, or it ended long ago.'),
  'unknown-path': row(404, 'unknown-path', 'There is nothing at this path.'),
  'not-supported': row(405, 'not-supported', 'This path does not take this method.'),
  'too-slow': row(408, 'too-slow', 'The request took too long to arrive.'),
  'duplicate-key': row(409, 'duplicate-key', 'This key is registered already, or was and is revoked.'),
  'confirm-first': row(409, 'confirm-first', 'A code is on its way already: send it as code.'),
  'duplicate-hash': row(409, 'duplicate-hash', 'Another key is confirmed for this address.'),
  replayed: row(409, 'replayed', 'This token was used before: sign a new one with another jti.'),
  'closed-job': row(409, 'closed-job', 'This job has ended.'),
  'revoked-key': row(410, 'revoked-key', 'This key is revoked.'),
  'too-large': row(413, 'too-large', 'The body is larger than this operation takes.'),
  'unsupported-type': row(415, 'unsupported-type', 'Send the token as application/jwt.'),
  'rate-limit': row(429, 'rate-limit', 'Too many requests: wait as long as Retry-After says.'),
  'headers-too-large': row(431, 'headers-too-large', 'The headers are larger than 16 kB.'),
  internal: row(500, 'internal', 'The server failed. Try again; the operator finds the cause in the log.'),
  busy: row(503, 'busy', 'The server cannot do this now. Try again as Retry-After says.'),
} as const

export const problem = problemsOf(problems)

export const faults = nameFaults(problems, {
  malformed: 'invalid-request',
  invalid: 'invalid-request',
  'invalid-parameter': 'invalid-request',
  'method-not-allowed': 'not-supported',
  unauthenticated: 'auth-error',
  forbidden: 'auth-error',
  'rate-limited': 'rate-limit',
})

export const problemSchema = Type.Object({
  error: Type.Integer({ description: 'The HTTP status.' }),
  type: Type.String(),
  title: Type.String({ description: 'A stable label.' }),
  detail: Type.String({ description: 'What to change.' }),
  tries_left: Type.Optional(
    Type.Integer({
      description: 'Of a wrong number or code: how often another may be tried; 0 denies the job.',
    }),
  ),
})

/** Encodes the issuer's errors, with the issuer's URL in `type`. */
export function encoderOf(url: string): Api['encodeProblem'] {
  return (refusal, { accept }) => ({
    contentType: accept?.toLowerCase().includes('application/problem+json')
      ? 'application/problem+json'
      : 'application/json',
    headers: refusal.status === 401 ? { 'www-authenticate': 'JWT realm="issuer"' } : {},
    body: JSON.stringify({
      error: refusal.status,
      type: `${url}/errors/${refusal.title}`,
      title: refusal.title,
      detail: refusal.detail,
      ...refusal.members,
    }),
  })
}
