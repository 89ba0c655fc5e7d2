import * as Type from 'typebox'
import { jwtBody, jwtOrJsonBody, optionalJwtBody } from '../kernel/contract/body.ts'
import {
  empty,
  eventStream,
  json,
  jsonOrEvents,
  type OperationTable,
  rowsOf,
  text,
} from '../kernel/contract/operation.ts'
import { closed, orNull, textOrNull, time } from '../kernel/contract/schema.ts'
import type { problems } from './base/problems.ts'
import { openJob } from './base/scope-members.ts'

const fingerprint = Type.String({
  description: 'RFC 7638 SHA-256 thumbprint of the public key, base64url.',
  'x-log': true,
})

const keyPath = closed({
  PK: Type.String({
    description: "The key's fingerprint, or a raw Ed25519 public key in base64url.",
    'x-log': true,
  }),
})

const publicJwk = Type.Object({
  kty: Type.String(),
  crv: Type.String(),
  x: Type.String(),
  y: Type.Optional(Type.String()),
})

export const keyRecord = Type.Object({
  sub: fingerprint,
  fingerprint,
  jwk: publicJwk,
  kind: Type.Union([Type.Literal('person'), Type.Literal('application')]),
  name: textOrNull,
  verified: Type.Boolean({ description: 'An operator of this server vouched for the name.' }),
  status: Type.Union([Type.Literal('registered'), Type.Literal('confirmed')]),
  since: time,
  claims: Type.Array(Type.String(), { description: 'Names of the confirmed claims; never their values.' }),
})

const registeredKey = Type.Object({
  status: Type.Literal('registered'),
  fingerprint,
  sub: fingerprint,
  secret: Type.Optional(
    Type.String({ description: 'Revokes the key. Shown once, and only to a token with a fresh iat.' }),
  ),
  since: time,
})

const appMark = Type.Object({
  fingerprint,
  name: orNull(Type.String(), { description: "The application's own word." }),
  verified: Type.Boolean({ description: 'An operator of this server vouched for the name.' }),
})

const jobStatus = Type.Union([
  Type.Literal('outstanding'),
  Type.Literal('completed'),
  Type.Literal('denied'),
  Type.Literal('cancelled'),
  Type.Literal('timed_out'),
])
const interval = Type.Integer({ minimum: 1, maximum: 3, description: 'Seconds to wait between two polls.' })

const createdJob = Type.Object({
  job: Type.String({ description: 'Reads the result: keep it to yourself.' }),
  status: Type.Literal('outstanding'),
  expires_at: time,
  interval,
  number: Type.String({ description: 'Show it: the user types it on the device.' }),
  ticket: Type.String({
    description: 'Names the job to the device, which can answer it and never read the result.',
  }),
  link: Type.String({ description: 'Opens the job in the authenticator.' }),
  qr: Type.String({ description: 'The address of an image of the link.' }),
  code: Type.Optional(Type.String({ description: 'Of the test issuer alone, which sends nothing.' })),
})

/** A scope job as clients see it, both in a response and in a stream. */
export const jobRecord = Type.Object({
  job: Type.String(),
  status: jobStatus,
  scope: Type.String(),
  app: orNull(appMark),
  message: textOrNull,
  nonce: textOrNull,
  callback: textOrNull,
  expires_at: time,
  interval,
  token: Type.Optional(
    Type.String({ description: "The JWT that the user's device signed, or the issuer's claim token." }),
  ),
  receipt: Type.Optional(Type.String({ description: "The issuer's JWT over the same." })),
})

const inboxRecord = Type.Object({
  jobs: Type.Array(
    Type.Object({
      job: Type.String({ description: 'The ticket: answer under it.' }),
      scope: Type.String(),
      app: orNull(appMark),
      message: textOrNull,
      nonce: textOrNull,
      callback: textOrNull,
      created_at: time,
      expires_at: time,
    }),
  ),
})

const jobPath = closed({
  job: Type.String({ description: 'The job or, where the text says so, its ticket.' }),
})
const done = Type.Object({ status: Type.Literal('done') })
const signedProblems = [
  'invalid-token',
  'auth-error',
  'aud-error',
  'unknown-key',
  'revoked-key',
  'replayed',
] as const

const publicJwkSet = Type.Object({
  keys: Type.Array(
    Type.Object({
      kty: Type.String(),
      crv: Type.String(),
      x: Type.String(),
      kid: Type.String(),
      use: Type.String(),
      alg: Type.String(),
    }),
  ),
})

const metadata = Type.Object({
  issuer: Type.String(),
  test_issuer: Type.String(),
  jwks_uri: Type.String(),
  key_endpoint: Type.String(),
  scope_endpoint: Type.String(),
  login_endpoint: Type.String(),
  signing_alg_values_supported: Type.Array(Type.String()),
  poll_interval_seconds: Type.Array(Type.Integer()),
  push_key: Type.Optional(Type.String()),
})

const validators = { 'If-None-Match': 'An ETag that the caller holds: 304 when it is still the current one.' }
const cached = { headers: { ETag: 'Strong validator.', 'Cache-Control': 'public, max-age=60' } }

const ofKeys = { tag: 'keys' } as const
const ofJobs = { tag: 'scope jobs' } as const
const jobViews = { tag: 'beyond', method: 'GET', auth: 'public', params: jobPath } as const
const ofPeople = { tag: 'beyond', auth: 'signed', params: keyPath } as const
const published = { tag: 'beyond', method: 'GET', auth: 'public' } as const

/** Keys, and signing in with one. */
export const keyRows = rowsOf(ofKeys, {
  registerKey: {
    method: 'POST',
    path: '/key',
    auth: 'signed',
    limit: 'registrations',
    summary: 'Register an identity as a signing key',
    description:
      'The body is a JWT signed by the key itself: `sub`, optional `name`, `kind`, `devtoken`, `callback`. ' +
      'Any key but a raw Ed25519 `sub` comes as `jwk` in the header.',
    body: jwtBody('A self-signed compact JWS.'),
    answers: {
      201: json(registeredKey, 'Registered.', { headers: { Location: 'The address of the key.' } }),
    },
    problems: ['duplicate-key', 'invalid-token', 'invalid-key', 'auth-error', 'aud-error'],
  },
  getKey: {
    method: 'GET',
    path: '/key/{PK}',
    auth: 'public',
    summary: 'Look a key up by its fingerprint',
    params: keyPath,
    headers: validators,
    answers: {
      200: json(keyRecord, 'The key.', cached),
      304: empty('The caller holds the current record.', cached),
    },
    problems: ['unknown-key', 'revoked-key'],
  },
  headKey: {
    method: 'HEAD',
    path: '/key/{PK}',
    auth: 'public',
    summary: 'Tell whether a key is registered',
    params: keyPath,
    headers: validators,
    answers: {
      200: json(keyRecord, 'Registered.', cached),
      304: empty('The caller holds the current record.', cached),
    },
    problems: ['unknown-key', 'revoked-key'],
  },
  reportLostDevice: {
    method: 'DELETE',
    path: '/key',
    auth: 'public',
    summary: 'Revoke the key of a lost device by a code',
    description:
      'Without `code` one goes to the e-mail address, if a key is confirmed for it; the answer is the same if none is. ' +
      'At most 30 requests a minute from one address (IPv6: one /64); at most 5 codes in ten minutes and 20 a day to one mailbox.',
    query: closed({
      email: Type.String({ minLength: 3, maxLength: 320 }),
      phone: Type.Optional(Type.String({ minLength: 5, maxLength: 32 })),
      code: Type.Optional(Type.String({ minLength: 1, maxLength: 16 })),
    }),
    answers: {
      200: json(
        Type.Object({ status: Type.Union([Type.Literal('pending'), Type.Literal('done')]) }),
        'On its way, or revoked.',
      ),
    },
    problems: ['auth-error', 'confirm-first', 'rate-limit'],
  },
  attachClaims: {
    method: 'POST',
    path: '/key/{PK}',
    auth: 'signed',
    summary: 'Confirm a key for claims that the issuer verified',
    params: keyPath,
    body: jwtBody('A self-signed compact JWS with `claims`: the claim tokens of verification jobs.'),
    answers: { 200: json(Type.Object({ status: Type.Literal('confirmed') }), 'Confirmed.') },
    problems: [...signedProblems, 'duplicate-hash'],
  },
  updateKey: {
    method: 'PUT',
    path: '/key/{PK}',
    auth: 'signed',
    summary: 'Change what a key says of itself, or rotate it',
    params: keyPath,
    body: jwtBody(
      'A self-signed compact JWS: `name`, `devtoken`, `callback`, or `rotate` with the token of the new key.',
    ),
    answers: {
      200: json(
        Type.Object({
          status: Type.Union([Type.Literal('registered'), Type.Literal('confirmed')]),
          fingerprint,
          secret: Type.Optional(Type.String({ description: 'After a rotation: revokes the new key.' })),
        }),
        'Changed.',
      ),
    },
    problems: [...signedProblems, 'invalid-key', 'duplicate-key'],
  },
  revokeKey: {
    method: 'DELETE',
    path: '/key/{PK}',
    auth: 'signed',
    summary: 'Revoke a key by its secret or its signature',
    params: keyPath,
    query: closed({ secret: Type.Optional(Type.String({ maxLength: 200 })) }),
    headers: { 'X-Revocation-Secret': 'The secret, outside the address.' },
    body: optionalJwtBody('A self-signed compact JWS with `revoke: true`.'),
    answers: { 200: json(done, 'Revoked.') },
    problems: signedProblems,
  },
  login: {
    method: 'POST',
    path: '/login',
    tag: 'login',
    auth: 'signed',
    summary: 'Complete a login challenge',
    description: "Completes the job that the token names, and answers with the issuer's own token about it.",
    query: closed({ callback: Type.Optional(Type.String({ maxLength: 2_048 })) }),
    headers: { Accept: '`application/json` for `{status, token}`.' },
    body: jwtBody('A compact JWS self-signed by a person: `job`, `nonce`, `number`, `claims`.'),
    answers: { 200: text('application/jwt', 'The login token.') },
    problems: [...signedProblems, 'unknown-job', 'closed-job'],
  },
})

export const jobRows = rowsOf(ofJobs, {
  createScopeJob: {
    method: 'POST',
    path: '/scope',
    auth: 'signed',
    summary: 'Ask for claims, or for the proof of an address',
    description:
      'A JWT of an application asks a user, one of a person asks to prove `email` or `phone`, ' +
      'and unsigned JSON opens a job that anyone may take up.',
    query: closed({ test: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })) }),
    body: jwtOrJsonBody(openJob, true),
    answers: { 201: json(createdJob, 'Outstanding.', { headers: { Location: 'The address of the job.' } }) },
    problems: [...signedProblems, 'rate-limit'],
  },
  getScopeJob: {
    method: 'GET',
    path: '/scope/{job}',
    auth: 'public',
    summary: 'Read the state of a job, and its result',
    description: 'Takes the ticket too, and then shows neither token nor receipt.',
    params: jobPath,
    query: closed({
      wait: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 25, description: 'Seconds to hold the answer.' }),
      ),
    }),
    headers: { ...validators, Accept: '`application/jwt` for the token alone.' },
    answers: {
      200: json(jobRecord, 'The job.', {
        headers: { ETag: 'Strong validator.', 'Retry-After': 'Seconds until the next poll.' },
      }),
      204: empty('With `Accept: application/jwt`: still outstanding.'),
      304: empty('The caller holds the current state.'),
    },
    problems: ['unknown-job', 'rate-limit'],
  },
  headScopeJob: {
    method: 'HEAD',
    path: '/scope/{job}',
    auth: 'public',
    summary: 'Tell whether a job is completed',
    params: jobPath,
    answers: {
      200: empty('Completed.'),
      204: empty('Outstanding.'),
      410: empty('Denied, cancelled or timed out.'),
    },
    problems: ['unknown-job', 'rate-limit'],
  },
  confirmScopeJob: {
    method: 'POST',
    path: '/scope/{job}',
    auth: 'public',
    summary: 'Give the code of a verification job back',
    params: jobPath,
    query: closed({ code: Type.Optional(Type.String({ minLength: 1, maxLength: 16 })) }),
    body: jwtOrJsonBody(closed({ code: Type.String({ minLength: 1, maxLength: 16 }) }), false),
    answers: {
      202: json(Type.Object({ status: Type.Literal('confirmed') }), 'Right: the job is completed.'),
    },
    problems: ['auth-error', 'unknown-job', 'not-supported', 'closed-job'],
  },
  answerScopeJob: {
    method: 'PUT',
    path: '/scope/{job}',
    auth: 'signed',
    summary: "Answer a job from the user's device",
    params: jobPath,
    body: jwtBody('A compact JWS self-signed by a person: `job`, `status`, `number`, `claims`, `nonce`.'),
    answers: {
      200: json(
        Type.Object({ status: Type.Union([Type.Literal('completed'), Type.Literal('denied')]) }),
        'Settled.',
      ),
    },
    problems: [...signedProblems, 'unknown-job', 'closed-job', 'not-supported'],
  },
  cancelScopeJob: {
    method: 'DELETE',
    path: '/scope/{job}',
    auth: 'public',
    summary: 'Take a job back',
    params: jobPath,
    answers: { 200: json(Type.Object({ status: Type.Literal('cancelled') }), 'Cancelled.') },
    problems: ['unknown-job', 'closed-job'],
  },
})

/** Other ways to show a job. */
export const jobViewRows = rowsOf(jobViews, {
  streamScopeJob: {
    path: '/scope/{job}/events',
    summary: 'Follow a job as server-sent events',
    description: 'An event `job` with the record of `getScopeJob`, now and at its end.',
    answers: { 200: eventStream('Until the job ends.') },
    problems: ['unknown-job', 'rate-limit'],
  },
  getScopeQr: {
    path: '/scope/{job}/qr',
    summary: "An image of a job's link",
    description: 'Takes the ticket alone.',
    answers: { 200: text('image/svg+xml', 'The image.') },
    problems: ['unknown-job'],
  },
})

/** Of a person's key: what waits for an answer, blocked applications, and the recovery key. */
const personRows = rowsOf(ofPeople, {
  listInbox: {
    method: 'GET',
    path: '/key/{PK}/jobs',
    summary: "What waits for a user's answer",
    description: 'With `Accept: text/event-stream`: an event `inbox` with the list, now and at every change.',
    headers: {
      Authorization: '`JWT` and a self-signed token with `purpose: "inbox"`, a minute old at most.',
    },
    answers: { 200: jsonOrEvents(inboxRecord, 'The jobs, oldest first, 50 at most.') },
    problems: signedProblems,
  },
  changeBlocks: {
    method: 'POST',
    path: '/key/{PK}/blocks',
    summary: 'Block an application, or lift the block',
    body: jwtBody('A self-signed compact JWS: `block` or `unblock` with the fingerprint of an application.'),
    answers: { 200: json(Type.Object({ blocked: Type.Array(fingerprint) }), 'Who is blocked now.') },
    problems: signedProblems,
  },
  setRecoveryKey: {
    method: 'PUT',
    path: '/key/{PK}/recovery',
    summary: "Set or remove the recovery key of a person's key",
    description:
      'A recovery key can rotate or revoke the key if the device is lost, and nothing else. ' +
      'A new one replaces the previous one, and it stays with the identity when the key is rotated.',
    body: jwtBody(
      'A self-signed compact JWS with `recovery`: a JWT self-signed by the recovery key ' +
        '(its key as `jwk` in the header, a fresh `iat`) with `recovers`: the fingerprint of the key; or null to remove it.',
    ),
    answers: {
      200: json(
        Type.Object({
          status: Type.Union([Type.Literal('registered'), Type.Literal('confirmed')]),
          recovery: orNull(fingerprint, { description: 'The fingerprint of the recovery key.' }),
        }),
        'Set or removed.',
      ),
    },
    problems: [...signedProblems, 'invalid-key', 'duplicate-key'],
  },
  recoverKey: {
    method: 'POST',
    path: '/key/{PK}/recovery',
    summary: 'Rotate or revoke a key by its recovery key',
    description: 'If the key was rotated since, the answer is 410 with its `successor`: recover that one.',
    body: jwtBody(
      'A compact JWS signed by the recovery key, which is its `sub`: `rotate` with the token of the new key, or `revoke: true`.',
    ),
    answers: {
      200: json(
        Type.Object({
          status: Type.Union([
            Type.Literal('registered'),
            Type.Literal('confirmed'),
            Type.Literal('done', { description: 'Revoked.' }),
          ]),
          fingerprint: Type.Optional(fingerprint),
          secret: Type.Optional(Type.String({ description: 'After a rotation: revokes the new key.' })),
        }),
        'Rotated, with the fingerprint and secret of the new key; or revoked.',
      ),
    },
    problems: [...signedProblems, 'invalid-key', 'duplicate-key'],
  },
})

/** What programs need to find and trust this issuer. */
const publishedRows = rowsOf(published, {
  getMetadata: {
    path: '/.well-known/issuer',
    summary: 'Where everything is, for programs',
    answers: {
      200: json(metadata, 'The metadata.', { headers: { 'Cache-Control': 'public, max-age=300' } }),
    },
  },
  getTestJwks: {
    path: '/test/.well-known/jwks.json',
    summary: 'The public keys of the test issuer, whose tokens prove nothing',
    answers: {
      200: json(publicJwkSet, 'The key set.', { headers: { 'Cache-Control': 'public, max-age=300' } }),
    },
  },
  getJwks: {
    path: '/.well-known/jwks.json',
    summary: "The issuer's own public keys (RFC 7517)",
    answers: {
      200: json(publicJwkSet, 'The key set.', { headers: { 'Cache-Control': 'public, max-age=300' } }),
    },
  },
})

/** All operations, in the order in which the API documents list them. */
export const operations = {
  ...keyRows,
  ...jobRows,
  ...jobViewRows,
  ...personRows,
  ...publishedRows,
} satisfies OperationTable<typeof problems>
