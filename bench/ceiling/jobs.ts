import { generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Database } from './database.ts'
import { type Handlers, issuerHeaders, readBody, refuse, sendJson } from './http.ts'
import { type Answered, type Asked, describeJob, describeNew, type Job, makeJob } from './job.ts'
import type { KnownKeys } from './keys.ts'
import { seal } from './sealing.ts'
import { isSigned, readPayload } from './token.ts'

const TABLES = `
create table issuer_jobs (
  job text primary key, ticket text not null unique, app text, sub text, scope text not null, message text,
  nonce text, number text not null, status text not null, answered_by text, token text,
  created_at integer not null, expires_at integer not null, ended_at integer) strict;
create index issuer_jobs_sub on issuer_jobs (sub, status, expires_at);
create index issuer_jobs_expiry on issuer_jobs (status, expires_at);
create table issuer_spent_tokens (
  fingerprint text not null, jti text not null, expires_at integer not null,
  primary key (fingerprint, jti)) strict;`

const INSERT = `insert into issuer_jobs
  values (?, ?, ?, ?, ?, ?, ?, ?, 'outstanding', null, null, ?, ?, null)`
/** Once, and while the key is live. */
const SPEND = `insert into issuer_spent_tokens select fingerprint, ?, ? from issuer_keys
  where fingerprint = ? and revoked_at is null on conflict do nothing`
const COMPLETE = `update issuer_jobs set status = 'completed', ended_at = ?, token = ?, answered_by = ?
  where job = ? and status = 'outstanding' and expires_at > ?`
const SPENT_MS = 660_000
const headers = { ...issuerHeaders, 'cache-control': 'no-store' }

/** Jobs by themselves and by their tickets, and who waits for one. */
type Jobs = { readonly known: Map<string, Job>; readonly waiting: Map<string, () => void> }
type Tools = { database: Database; url: string; keys: KnownKeys; jobs: Jobs }

export function jobHandlers(database: Database, url: string, keys: KnownKeys): Handlers {
  database.db.exec(TABLES)
  const tools: Tools = { database, url, keys, jobs: { known: new Map(), waiting: new Map() } }
  const [create, answer, read] = [createCreate(tools), createAnswer(tools), createRead(tools)]
  return {
    'POST /issuer/scope': (request, response) =>
      readBody(request, (text) =>
        create(text, response, request.headers['content-type'] !== 'application/json'),
      ),
    'GET /issuer/scope': read,
    'PUT /issuer/scope': (request, response, rest) =>
      readBody(request, (text) => answer(text, response, rest)),
  }
}

function createCreate({ database: { db, write }, url, keys, jobs: { known } }: Tools) {
  const [insert, spend] = [db.prepare(INSERT), db.prepare(SPEND)]
  const add = (job: Job, jti: string | undefined): boolean => {
    if (jti !== undefined && spend.run(jti, job.createdAt + SPENT_MS, job.app).changes !== 1) return false
    const { ticket, app, sub, scope, message, nonce, number } = job
    insert.run(job.job, ticket, app, sub, scope, message, nonce, number, job.createdAt, job.expiresAt)
    return true
  }
  return (text: string, response: ServerResponse, signed: boolean) => {
    const asked = signed ? readPayload<Asked>(text) : (JSON.parse(text) as Asked)
    const app = keys.get(asked.iss ?? '')
    if (signed && (app === undefined || !isSigned(text, app.key))) return refuse(response, 401)
    const job = makeJob(asked)
    write(
      () => add(job, asked.jti),
      (fresh) => {
        if (!fresh) return refuse(response, 409)
        known.set(job.job, job).set(job.ticket, job)
        const location = `${url}/scope/${job.job}`
        sendJson(response, 201, describeNew(url, job), { ...headers, location })
      },
    )
  }
}

function createAnswer({ database: { db, write }, keys, jobs: { known, waiting } }: Tools) {
  const [spend, complete] = [db.prepare(SPEND), db.prepare(COMPLETE)]
  return (text: string, response: ServerResponse, identifier: string) => {
    const given = readPayload<Answered>(text)
    const [job, person] = [known.get(identifier), keys.get(given.sub)]
    if (job === undefined || person === undefined || !isSigned(text, person.key)) return refuse(response, 401)
    if (given.number !== job.number || (given.nonce ?? null) !== job.nonce) return refuse(response, 401)
    const [token, now] = [seal(text), Date.now()]
    write(
      () =>
        spend.run(given.jti, now + SPENT_MS, given.sub).changes === 1 &&
        complete.run(now, token, given.sub, job.job, now).changes === 1,
      (settled) => {
        if (!settled) return refuse(response, 409)
        job.end = { at: now, by: given.sub, token }
        sendJson(response, 200, { status: 'completed' }, headers)
        waiting.get(job.job)?.()
      },
    )
  }
}

function createRead({ url, keys, jobs: { known, waiting } }: Tools) {
  const issuer = { url, key: generateKeyPairSync('ed25519').privateKey }
  const show = (identifier: string, job: Job, response: ServerResponse) => {
    const appName = keys.get(job.app ?? '')?.name ?? null
    const body = describeJob(job, { identifier, appName, issuer })
    const etag = `"${body.status}.${body.interval}"`
    const pending = job.end === undefined ? { 'retry-after': String(body.interval) } : {}
    sendJson(response, 200, body, { ...headers, etag, ...pending })
  }
  return (request: IncomingMessage, response: ServerResponse, rest: string) => {
    const [identifier = '', query] = rest.split('?', 2)
    const job = known.get(identifier)
    if (job === undefined) return refuse(response, 404)
    if (query === undefined || job.end !== undefined) return show(identifier, job, response)
    const ms = Number(query.slice('wait='.length)) * 1000
    hold(waiting, job.job, { request, ms, done: () => show(identifier, job, response) })
  }
}

/** A held poll is a timer, an entry and a listener. */
function hold(
  waiting: Map<string, () => void>,
  job: string,
  { request, ms, done }: { request: IncomingMessage; ms: number; done: () => void },
): void {
  const end = () => {
    clearTimeout(timer)
    waiting.delete(job)
  }
  const wake = () => {
    end()
    done()
  }
  const timer = setTimeout(wake, ms)
  waiting.set(job, wake)
  request.once('close', end)
}
