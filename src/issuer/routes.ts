import { type Api, type ServedApi, serveApi } from '../kernel/api.ts'
import { matchesEtag } from '../kernel/etag.ts'
import type { Answer, Handlers, Request } from '../kernel/operation.ts'
import { serializeOnce } from '../kernel/validate.ts'
import type { Signer } from '../platform/signing-keys/signer.ts'
import { getKey, type Issuer, registerKey } from './keys.ts'
import { keyRecord, operations } from './operations.ts'
import { encoderOf, faults, problemSchema, problems } from './problems.ts'

type Operations = typeof operations

export function describeIssuer(url: string): Api & { operations: Operations } {
  return {
    name: 'issuer',
    title: 'Lanyard issuer',
    summary:
      'Passwordless identity: people and applications are keys, and every request that matters is a signed JWT.',
    basePath: '/issuer',
    url,
    operations,
    problems,
    faults,
    problemSchema,
    problemTypes: ['application/json', 'application/problem+json'],
    encodeProblem: encoderOf(url),
    keyHeader: undefined,
    openToAllOrigins: true,
  }
}

export function serveIssuer(issuer: Issuer, signer: Signer): ServedApi {
  const handlers: Handlers<Operations> = {
    registerKey: async ({ body }) => {
      const key = await registerKey(issuer, body)
      return { status: 201, headers: { location: `${issuer.url}/key/${key.fingerprint}` }, body: key }
    },
    getKey: (request) => answerKey(issuer, request),
    headKey: (request) => answerKey(issuer, request),
    getJwks: async () => ({
      status: 200,
      headers: { 'cache-control': 'public, max-age=300' },
      body: { keys: [...(await signer.publicKeys('issuer')).keys] },
    }),
  }
  return serveApi(describeIssuer(issuer.url), handlers)
}

async function answerKey(
  issuer: Issuer,
  request: Request<Operations['getKey']>,
): Promise<Answer<Operations['getKey']>> {
  const { etag, record } = await getKey(issuer, request.params.PK)
  const headers = { etag, 'cache-control': 'public, max-age=60' }
  if (matchesEtag(request.header('if-none-match'), etag)) return { status: 304, headers }
  return { status: 200, headers, body: serializeOnce(keyRecord, record) }
}
