import * as Type from 'typebox'
import { jsonBody } from '../kernel/body.ts'
import { empty, json } from '../kernel/operation.ts'
import { closed } from '../kernel/schema.ts'
import { time } from './schemas.ts'

const ref = Type.String({ minLength: 1, maxLength: 1_000 })
const asked = Type.Object({
  ref: Type.String({ description: 'Asks for the answer.' }),
  link: Type.String({ description: 'Leads to the authenticator, as the QR code does.' }),
  qrSvg: Type.String(),
  number: Type.String({ description: 'Shown, and typed on the phone.' }),
  expiresAt: time,
})
const progress = Type.Object({ status: Type.Enum(['pending', 'denied', 'expired', 'approved']) })
const identity = Type.Object({
  fingerprint: Type.String(),
  createdAt: time,
  lastUsedAt: Type.Optional(time),
})

/** Sign-in through the issuer: an operator links an identity of the authenticator first. */
export const identityRows = {
  listIdentities: {
    method: 'GET',
    path: '/identities',
    tag: 'account',
    auth: 'operator',
    summary: 'The identities that sign you in by phone',
    answers: { 200: json(Type.Object({ data: Type.Array(identity) }), 'The oldest first.') },
    problems: [],
  },
  askToLink: {
    method: 'POST',
    path: '/identities/requests',
    tag: 'account',
    auth: 'operator',
    summary: 'Ask a phone whether its identity shall sign you in',
    answers: { 200: json(asked, 'To be scanned.') },
    problems: ['not-found'],
  },
  linkIdentity: {
    method: 'POST',
    path: '/identities',
    tag: 'account',
    auth: 'operator',
    summary: 'Whether the phone has answered; links its identity where it approved',
    body: jsonBody(closed({ ref })),
    answers: { 200: json(progress, 'How far it is.') },
    problems: ['not-found', 'conflict'],
  },
  unlinkIdentity: {
    method: 'DELETE',
    path: '/identities/{fingerprint}',
    tag: 'account',
    auth: 'operator',
    summary: 'Forget an identity',
    params: closed({ fingerprint: Type.String({ maxLength: 100 }) }),
    answers: { 204: empty('It signs nobody in any more.') },
    problems: ['not-found'],
  },
  askToSignIn: {
    method: 'POST',
    path: '/sign-in/phone/requests',
    tag: 'session',
    auth: 'public',
    summary: 'Ask a phone to sign in here',
    answers: { 200: json(asked, 'To be scanned.') },
    problems: ['not-found', 'rate-limited'],
  },
  signInByPhone: {
    method: 'POST',
    path: '/sign-in/phone',
    tag: 'session',
    auth: 'public',
    summary: 'Whether the phone has answered; signs in where it approved',
    body: jsonBody(closed({ ref })),
    answers: { 200: json(progress, 'How far it is; with the session where it is `approved`.') },
    problems: ['not-found', 'unauthenticated'],
  },
} as const
