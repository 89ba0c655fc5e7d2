import encodeQr from 'qr'
import { type Api, type ServedApi, serveApi } from '../kernel/contract/api.ts'
import { type Handlers, Serialized } from '../kernel/contract/operation.ts'
import { parseCompact } from '../kernel/jwt/compact.ts'
import { type Issuer, issuerOf, linkOf } from './base/issuer.ts'
import { encoderOf, faults, problem, problemSchema, problems } from './base/problems.ts'
import type { JobRow } from './base/tables.ts'
import { explained } from './base/tokens.ts'
import { attachClaims, revokeBySecret, revokeBySignature, updateKey } from './keys/key-changes.ts'
import { findKeyRow, registerKey } from './keys/keys.ts'
import { recoverKey, setRecoveryKey } from './keys/recovery.ts'
import { type jobRows, type jobViewRows, type keyRows, operations } from './operations.ts'
import { answerInbox, answerKey, answerPoll, answerStream, headJob } from './reads.ts'
import { answerJob } from './scope-jobs/answer.ts'
import { cancelJob } from './scope-jobs/cancel.ts'
import { getJob } from './scope-jobs/current-job.ts'
import { changeBlocks } from './scope-jobs/inbox.ts'
import { login } from './scope-jobs/login.ts'
import { createOpenJob, createRequestJob } from './scope-jobs/scope-jobs.ts'
import { confirmRevocation, limitReports, requestRevocation } from './verification/lost-device.ts'
import { confirmJob, createVerificationJob } from './verification/verification.ts'

type Operations = typeof operations

const published = { 'cache-control': 'public, max-age=300' }

export function describeIssuer(url: string): Api & { operations: Operations } {
  return {
    name: 'issuer',
    title: 'Lanyard issuer',
    summary:
      'Passwordless identity: people and applications are keys, and every request that matters is a signed JWT.',
    basePath: '/issuer',
    url,
    operations,
    tags: {
      keys: 'Register, read, confirm, change and revoke the key of a person or an application.',
      login: 'Sign in by the signed answer to a login challenge.',
      'scope jobs': 'Ask a person for claims, or prove an address by a code, and read the result.',
      beyond:
        'Streams, QR codes, the inbox of a device, blocked applications, recovery keys, and the public keys of this issuer.',
    },
    problems,
    faults,
    problemSchema,
    problemTypes: ['application/json', 'application/problem+json'],
    encodeProblem: encoderOf(url),
    keyHeader: undefined,
    openToAllOrigins: true,
  }
}

export function serveIssuer(issuer: Issuer): ServedApi {
  const handlers: Handlers<Operations> = {
    ...keyRoutes(issuer),
    ...scopeJobRoutes(issuer),
    listInbox: (request) => answerInbox(issuer, request),
    changeBlocks: async ({ params, body }) => ({
      status: 200,
      body: { blocked: await changeBlocks(issuer, params.PK, body) },
    }),
    setRecoveryKey: async ({ params, body }) => ({
      status: 200,
      body: await setRecoveryKey(issuer, params.PK, body),
    }),
    recoverKey: async ({ params, body }) => ({
      status: 200,
      body: await recoverKey(issuer, params.PK, body),
    }),
    getMetadata: () => ({ status: 200, headers: published, body: describe(issuer) }),
    getTestJwks: async () => ({ status: 200, headers: published, body: await keySet(issuer, 'issuer-test') }),
    getJwks: async () => ({ status: 200, headers: published, body: await keySet(issuer, 'issuer') }),
  }
  return serveApi(describeIssuer(issuer.url), handlers)
}

/** Keys, and signing in with one. */
function keyRoutes(issuer: Issuer): Handlers<typeof keyRows> {
  return {
    registerKey: async ({ body }) => {
      const key = await registerKey(issuer, body)
      return { status: 201, headers: { location: `${issuer.url}/key/${key.fingerprint}` }, body: key }
    },
    reportLostDevice: async ({ query: { email, phone, code }, address }) => {
      await limitReports(issuer, address)
      if (code === undefined) await requestRevocation(issuer, { email, phone })
      else await confirmRevocation(issuer, { email, phone }, code)
      return { status: 200, body: { status: code === undefined ? 'pending' : 'done' } }
    },
    getKey: (request) => answerKey(issuer, request),
    headKey: (request) => answerKey(issuer, request),
    attachClaims: async ({ params, body }) => {
      await attachClaims(issuer, params.PK, body)
      return { status: 200, body: { status: 'confirmed' } }
    },
    updateKey: async ({ params, body }) => ({ status: 200, body: await updateKey(issuer, params.PK, body) }),
    revokeKey: async ({ params, query, body, header }) => {
      const secret = query.secret ?? header('x-revocation-secret')
      if (body !== undefined) await revokeBySignature(issuer, params.PK, body)
      else if (secret !== undefined) await revokeBySecret(issuer, params.PK, secret)
      else await refuseUnproven(issuer, params.PK)
      return { status: 200, body: { status: 'done' } }
    },
    login: async ({ body, query, header }) => {
      const token = await login(issuer, body, query.callback)
      if (!header('accept')?.includes('application/json')) return { status: 200, body: token }
      const headers = { 'content-type': 'application/json; charset=utf-8' }
      return { status: 200, headers, body: new Serialized(JSON.stringify({ status: 'completed', token })) }
    },
  }
}

/** A request to revoke a key that proves nothing: an unknown key is told first. */
async function refuseUnproven(issuer: Issuer, identifier: string): Promise<never> {
  if ((await findKeyRow(issuer, identifier)) === undefined) throw problem('unknown-key')
  throw problem('auth-error', { detail: 'Send the secret of the key, or a token with revoke.' })
}

/** Scope jobs: ask, read, confirm, answer and cancel. */
function scopeJobRoutes(issuer: Issuer): Handlers<typeof jobRows & typeof jobViewRows> {
  return {
    createScopeJob: async ({ body, query, limit }) => {
      const { row, code } = await createJob(issuer, body, query.test === 1, () => limit('open-jobs'))
      return {
        status: 201,
        headers: { location: `${issuer.url}/scope/${row.job}` },
        body: created(issuer, row, code),
      }
    },
    getScopeJob: (request) => answerPoll(issuer, request),
    headScopeJob: ({ params }) => headJob(issuer, params.job),
    confirmScopeJob: async ({ params, query, body }) => {
      await confirmJob(issuer, params.job, readCode(body, query.code))
      return { status: 202, body: { status: 'confirmed' } }
    },
    answerScopeJob: async ({ params, body }) => {
      const { status } = await answerJob(issuer, body, { identifier: params.job, mayDeny: true })
      return { status: 200, body: { status } }
    },
    cancelScopeJob: async ({ params }) => {
      await cancelJob(issuer, params.job)
      return { status: 200, body: { status: 'cancelled' } }
    },
    streamScopeJob: ({ params }) => answerStream(issuer, params.job),
    getScopeQr: async ({ params }) => {
      const row = await getJob(issuer, params.job)
      if (row.ticket !== params.job) throw problem('unknown-job')
      return { status: 200, body: encodeQr(linkOf(issuer, row), 'svg') }
    },
  }
}

type Confirmation = Parameters<Handlers<Operations>['confirmScopeJob']>[0]['body']

function readCode(body: Confirmation, inQuery: string | undefined): string {
  if (body?.jwt !== undefined)
    throw problem('not-supported', {
      detail: 'Send the code as JSON; a device answers with PUT.',
      headers: { allow: 'GET, HEAD, POST, PUT, DELETE' },
    })
  const code = body?.json.code ?? inQuery
  if (code === undefined) throw problem('invalid-request', { detail: '/code is required' })
  return code
}

/** A token that contains an address asks to verify that address; any other token asks for claims. */
async function createJob(
  issuer: Issuer,
  body: { jwt?: string | undefined; json?: Parameters<typeof createOpenJob>[1] | undefined },
  test: boolean,
  limitUnsigned: () => void,
): Promise<{ row: JobRow; code?: string | undefined }> {
  if (body.jwt === undefined) {
    if (body.json === undefined) throw problem('invalid-request')
    limitUnsigned()
    return { row: await createOpenJob(issuer, body.json, test) }
  }
  const { jwt } = body
  const { payload } = await explained(async () => parseCompact(jwt))
  const proves =
    payload.email !== undefined ||
    payload.phone !== undefined ||
    // Without an application it can only be a verification, whose address is missing.
    (payload.iss === undefined && ['email', 'phone'].includes(String(payload.scope)))
  return proves
    ? createVerificationJob(issuer, jwt, test)
    : { row: await createRequestJob(issuer, jwt, test) }
}

function created(issuer: Issuer, row: JobRow, code: string | undefined) {
  return {
    job: row.job,
    status: 'outstanding' as const,
    expires_at: new Date(row.expires_at).toISOString(),
    interval: 1,
    number: row.number,
    ticket: row.ticket,
    link: linkOf(issuer, row),
    qr: `${issuer.url}/scope/${row.ticket}/qr`,
    ...(code === undefined ? {} : { code }),
  }
}

async function keySet({ signer }: Issuer, purpose: 'issuer' | 'issuer-test') {
  return { keys: [...(await signer.publicKeys(purpose)).keys] }
}

function describe(issuer: Issuer) {
  return {
    issuer: issuer.url,
    test_issuer: issuerOf(issuer, true).iss,
    jwks_uri: `${issuer.url}/.well-known/jwks.json`,
    key_endpoint: `${issuer.url}/key`,
    scope_endpoint: `${issuer.url}/scope`,
    login_endpoint: `${issuer.url}/login`,
    signing_alg_values_supported: ['EdDSA', 'Ed25519', 'ES256'],
    poll_interval_seconds: [1, 3],
    ...(issuer.push === undefined ? {} : { push_key: issuer.push.key }),
  }
}
