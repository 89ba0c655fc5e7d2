import * as Type from 'typebox'
import { jsonBody } from '../../kernel/contract/body.ts'
import { empty, json, rowsOf } from '../../kernel/contract/operation.ts'
import { closed, time } from '../../kernel/contract/schema.ts'
import { authenticationResponse, requestOptions } from '../base/schemas.ts'

const ref = Type.String({ minLength: 1, maxLength: 1_000 })
const asked = Type.Object({
  ref: Type.String({ description: 'Asks for the answer.' }),
  link: Type.String({ description: 'Leads to the authenticator, as the QR code does.' }),
  qrSvg: Type.String(),
  number: Type.String({ description: 'Shown, and typed on the phone.' }),
  expiresAt: time,
})
const progress = Type.Object({ status: Type.Enum(['pending', 'denied', 'expired', 'approved']) })
const fingerprint = Type.String({ minLength: 1, maxLength: 100 })
const answered = Type.Object({
  status: Type.Enum(['pending', 'denied', 'expired', 'approved']),
  approver: Type.Optional(
    Type.Object({
      fingerprint: Type.String(),
      name: Type.Optional(Type.String({ description: 'What the identity calls itself; nobody checked it.' })),
    }),
  ),
})
const identity = Type.Object({
  fingerprint: Type.String(),
  createdAt: time,
  lastUsedAt: Type.Optional(time),
})

const own = { tag: 'account', auth: 'operator' } as const
const everyone = { tag: 'session', auth: 'public', method: 'POST' } as const

/** The identities from the authenticator that an operator has linked for signing in by phone. */
export const identityRows = rowsOf(own, {
  listIdentities: {
    method: 'GET',
    path: '/identities',
    summary: 'The identities that sign you in by phone',
    answers: { 200: json(Type.Object({ data: Type.Array(identity) }), 'The oldest first.') },
  },
  askToLink: {
    method: 'POST',
    path: '/identities/requests',
    summary: 'Ask a phone whether its identity shall sign you in',
    answers: { 200: json(asked, 'To be scanned.') },
    problems: ['not-found'],
  },
  linkIdentity: {
    method: 'POST',
    path: '/identities',
    summary: 'Link the identity that approved, confirmed by one of your passkeys',
    body: jsonBody(closed({ ref, fingerprint, response: authenticationResponse })),
    answers: { 200: json(progress, 'Linked where it is `approved`.') },
    problems: ['not-found', 'conflict'],
  },
  findApprover: {
    method: 'POST',
    path: '/identities/requests/answer',
    summary: 'Whether the phone has answered, and whose it is; links nothing',
    body: jsonBody(closed({ ref })),
    answers: { 200: json(answered, 'With `approver` where it is `approved`: show it before you link it.') },
    problems: ['not-found'],
  },
  beginLink: {
    method: 'POST',
    path: '/identities/options',
    summary: 'What a browser needs to confirm an identity by a passkey',
    body: jsonBody(closed({ ref, fingerprint })),
    answers: { 200: json(requestOptions, 'Good for five minutes, for one signature and for this identity.') },
  },
  rejectIdentity: {
    method: 'POST',
    path: '/identities/requests/rejection',
    summary: 'Reject an answer that somebody else gave',
    body: jsonBody(closed({ ref })),
    answers: { 204: empty('The answer can no longer be linked.') },
    problems: ['not-found'],
  },
  unlinkIdentity: {
    method: 'DELETE',
    path: '/identities/{fingerprint}',
    summary: 'Forget an identity',
    params: closed({ fingerprint: Type.String({ maxLength: 100 }) }),
    answers: { 204: empty('It signs nobody in any more.') },
    problems: ['not-found'],
  },
})

/** Sign-in through the issuer, with an identity that was linked before. */
export const phoneSignInRows = rowsOf(everyone, {
  askToSignIn: {
    path: '/sign-in/phone/requests',
    summary: 'Ask a phone to sign in here',
    answers: { 200: json(asked, 'To be scanned.') },
    problems: ['not-found', 'rate-limited'],
  },
  signInByPhone: {
    path: '/sign-in/phone',
    summary: 'Whether the phone has answered; signs in where it approved',
    body: jsonBody(closed({ ref })),
    answers: { 200: json(progress, 'How far it is; with the session where it is `approved`.') },
    problems: ['not-found', 'unauthenticated'],
  },
})
