import { createHash, createPublicKey, type KeyObject, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Database } from './database.ts'
import { type Handlers, issuerHeaders, readBody, refuse, sendJson } from './http.ts'
import { digest } from './sealing.ts'
import { isSigned, readPayload } from './token.ts'

type StoredKey = {
  fingerprint: string
  kind: string
  name: string | null
  jwk: string
  created_at: number
  updated_at: number
  version: number
}
type KeyText = { etag: string; text: string }

/** Keys that were registered here, ready to verify with. */
export type KnownKeys = Map<string, { key: KeyObject; name: string | null }>

const TABLE = `create table if not exists issuer_keys (
  fingerprint text primary key, kind text not null, name text, jwk text not null, callbacks text not null,
  devtoken text, secret_digest text, claims text not null, created_at integer not null, updated_at integer not null,
  revoked_at integer, successor text, version integer not null, verified_name text) strict`

const INSERT = `insert into issuer_keys values (?, ?, ?, ?, '[]', null, ?, '[]', ?, ?, null, null, 1, null)
  on conflict (fingerprint) do nothing`

export function keyHandlers({ db, write }: Database, url: string, known: KnownKeys): Handlers {
  db.exec(TABLE)
  const select = db.prepare('select * from issuer_keys where fingerprint = ?')
  const texts = new Map<string, KeyText>()
  const find = (fingerprint: string) => {
    const row = select.get(fingerprint) as StoredKey | undefined
    return row === undefined ? undefined : describe(row)
  }
  const recall = (fingerprint: string) => {
    const kept = texts.get(fingerprint) ?? find(fingerprint)
    if (kept !== undefined) texts.set(fingerprint, kept)
    return kept
  }
  const register = createRegister({ db, write }, url, known)
  return {
    'POST /issuer/key': (request, response) => readBody(request, (text) => register(text, response)),
    'GET /issuer/key': (request, response, rest) => answerKey(find(rest), request, response),
    'HEAD /issuer/key': (request, response, rest) => answerKey(find(rest), request, response),
    'GET /memory/key': (request, response, rest) => answerKey(recall(rest), request, response),
  }
}

function createRegister({ db, write }: Database, url: string, known: KnownKeys) {
  const insert = db.prepare(INSERT)
  return (text: string, response: ServerResponse) => {
    const {
      sub: x,
      kind = 'person',
      name = null,
    } = readPayload<{ sub: string; kind?: string; name?: string }>(text)
    const jwk = { kty: 'OKP', crv: 'Ed25519', x }
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    if (!isSigned(text, key)) return refuse(response, 401)
    const fingerprint = createHash('sha256')
      .update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`)
      .digest('base64url')
    const secret = randomBytes(24).toString('base64url')
    const secretDigest = digest(secret)
    const now = Date.now()
    write(
      () => insert.run(fingerprint, kind, name, JSON.stringify(jwk), secretDigest, now, now).changes === 1,
      (isNew) => {
        if (!isNew) return refuse(response, 409)
        known.set(fingerprint, { key, name })
        const since = new Date(now).toISOString()
        const body = { status: 'registered', fingerprint, sub: fingerprint, secret, since }
        sendJson(response, 201, body, {
          ...issuerHeaders,
          'cache-control': 'no-store',
          location: `${url}/key/${fingerprint}`,
        })
      },
    )
  }
}

function answerKey(key: KeyText | undefined, request: IncomingMessage, response: ServerResponse): void {
  if (key === undefined) {
    refuse(response, 404)
    return
  }
  const headers = { ...issuerHeaders, etag: key.etag, 'cache-control': 'public, max-age=60' }
  if (request.headers['if-none-match'] === key.etag) {
    response.writeHead(304, headers).end()
    return
  }
  const length = Buffer.byteLength(key.text)
  response.writeHead(200, { ...headers, 'content-type': 'application/json', 'content-length': length })
  response.end(request.method === 'HEAD' ? undefined : key.text)
}

function describe(row: StoredKey): KeyText {
  const { fingerprint, kind, name } = row
  return {
    etag: `"${row.version}.${row.updated_at.toString(36)}"`,
    text: JSON.stringify({
      sub: fingerprint,
      fingerprint,
      jwk: JSON.parse(row.jwk),
      kind,
      name,
      verified: false,
      status: 'registered',
      since: new Date(row.created_at).toISOString(),
      claims: [],
    }),
  }
}
