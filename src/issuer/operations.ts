import * as Type from 'typebox'
import { jwtBody } from '../kernel/body.ts'
import { empty, json, type OperationTable } from '../kernel/operation.ts'
import { closed } from '../kernel/schema.ts'
import type { problems } from './problems.ts'

const fingerprint = Type.String({
  description: 'RFC 7638 SHA-256 thumbprint of the public key, base64url.',
  'x-log': true,
})
const time = Type.String({ description: 'RFC 3339.' })

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
  name: Type.Union([Type.String(), Type.Null()]),
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

const validators = { 'If-None-Match': 'An ETag that the caller holds: 304 when it is still the current one.' }
const cached = { headers: { ETag: 'Strong validator.', 'Cache-Control': 'public, max-age=60' } }

export const operations = {
  registerKey: {
    method: 'POST',
    path: '/key',
    tag: 'keys',
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
    tag: 'keys',
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
    tag: 'keys',
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
  getJwks: {
    method: 'GET',
    path: '/.well-known/jwks.json',
    tag: 'discovery',
    auth: 'public',
    summary: "The issuer's own public keys (RFC 7517)",
    answers: {
      200: json(publicJwkSet, 'The key set.', { headers: { 'Cache-Control': 'public, max-age=300' } }),
    },
    problems: [],
  },
} as const satisfies OperationTable<typeof problems>
