import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Seed } from '../seed-file.ts'
import type { Database } from './database.ts'
import { type Handler, type Handlers, keyedHeaders, refuse, sendJson } from './http.ts'
import { seal, unseal } from './sealing.ts'
import { createSms } from './sms.ts'
import type { UserRow } from './user-row.ts'

type SeedRow = { user_id: string; seed: string; last_step: number }
type ApprovalRow = UserRow & { uuid: string; user_id: string; status: string; created_at: number }

const TABLES = `
create table users (
  id text primary key, number integer not null unique, phone text not null, email text not null,
  failures integer not null, locked_until integer, confirmed integer not null) strict;
create table seeds (user_id text primary key, seed text not null, last_step integer not null) strict;
create table approvals (uuid text primary key, user_id text not null, status text not null, created_at integer not null) strict;
create table stats (month text primary key, auths integer not null, sms integer not null) strict;`

const FIND_USER = 'select * from users where number = ?'
const FIND_SEED = 'select * from seeds where user_id = ?'
const FIND_APPROVAL = 'select * from approvals join users on users.id = approvals.user_id where uuid = ?'
/** A step works once. */
const SPEND_STEP = 'update seeds set last_step = ? where user_id = ? and last_step < ?'
const SUCCEED =
  'update users set failures = 0, confirmed = 1 where id = ? and (locked_until is null or locked_until <= ?)'
const FAIL = 'update users set failures = failures + 1 where id = ?'
const COUNT = `insert into stats values (?, 1, 0) on conflict do update set auths = auths + 1`

export function twofactorHandlers(database: Database, seed: Seed): Handlers {
  const { db } = database
  db.exec(TABLES)
  fill(database, seed)
  const apps = new Map([[hashKey(seed.apiKey), seed.app]])
  const [findUser, findApproval] = [db.prepare(FIND_USER), db.prepare(FIND_APPROVAL)]
  const verify = createVerify(database)
  const sendSms = createSms(database)
  const keyed =
    (handler: Handler): Handler =>
    (request, response, rest) => {
      const known = apps.has(hashKey(String(request.headers['x-twofactor-api-key'])))
      if (known) handler(request, response, rest)
      else refuse(response, 401)
    }
  const act = (_: IncomingMessage, response: ServerResponse, rest: string) => {
    const [, operation, first = '', second = ''] = rest.split(/[/?]/, 4)
    const user = findUser.get(Number(operation === 'verify' ? second : first)) as UserRow | undefined
    if (user === undefined) refuse(response, 404)
    else if (operation === 'verify') verify(user, first, response)
    else sendSms(user, second.slice('action='.length), response)
  }
  const kept = new Map<string, object>()
  const poll = (response: ServerResponse, body: object | undefined) =>
    body === undefined ? refuse(response, 404) : sendJson(response, 200, body, keyedHeaders)
  const read = (rest: string) => {
    const row = findApproval.get(rest.slice('json/approval_requests/'.length)) as ApprovalRow | undefined
    return row === undefined ? undefined : describe(seed.app, row)
  }
  const recall = (rest: string) => {
    const body = kept.get(rest) ?? read(rest)
    if (body !== undefined) kept.set(rest, body)
    return body
  }
  return {
    'GET /twofactor/protected': keyed(act),
    'GET /twofactor/onetouch': keyed((_, response, rest) => poll(response, read(rest))),
    'GET /memory/onetouch': keyed((_, response, rest) => poll(response, recall(rest))),
  }
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

function fill({ db }: Database, { users, approvals }: Seed): void {
  const addUser = db.prepare('insert into users values (?, ?, ?, ?, 0, null, 0)')
  const addSeed = db.prepare('insert into seeds values (?, ?, 0)')
  const addApproval = db.prepare(`insert into approvals values (?, ?, 'pending', ?)`)
  db.exec('begin')
  for (const user of users) {
    addUser.run(user.id, user.number, seal(user.phone), seal(user.email))
    addSeed.run(user.id, seal(user.seed))
  }
  for (const { uuid, userId, createdAt } of approvals) addApproval.run(uuid, userId, createdAt)
  db.exec('commit')
}

function createVerify({ db, write }: Database) {
  const [findSeed, spendStep] = [db.prepare(FIND_SEED), db.prepare(SPEND_STEP)]
  const [succeed, fail, count] = [db.prepare(SUCCEED), db.prepare(FAIL), db.prepare(COUNT)]
  return ({ id }: UserRow, token: string, response: ServerResponse) => {
    write(
      () => {
        const now = Date.now()
        const row = findSeed.get(id) as SeedRow
        const step = findStep(row, token, Math.floor(now / 30_000))
        const spent = step !== undefined && spendStep.run(step, id, step).changes === 1
        if (!spent || succeed.run(id, now).changes !== 1) {
          fail.run(id)
          return false
        }
        count.run(new Date(now).toISOString().slice(0, 7))
        return true
      },
      (valid) => {
        if (!valid) return refuse(response, 401)
        const device = { id: null, os_type: 'app' }
        sendJson(
          response,
          200,
          { message: 'Token is valid.', token: 'is valid', success: 'true', device },
          keyedHeaders,
        )
      },
    )
  }
}

/** Of a hundred thousand tokens, some are those of a neighbouring step too, which may be spent. */
function findStep(row: SeedRow, token: string, current: number): number | undefined {
  const seed = Buffer.from(unseal(row.seed), 'base64url')
  return [current - 1, current, current + 1].find(
    (step) => hotp(seed, step) === token && step > row.last_step,
  )
}

function hotp(seed: Buffer, counter: number): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', seed).update(message).digest()
  return String((mac.readUInt32BE((mac[19] ?? 0) & 15) & 0x7fffffff) % 1e6).padStart(6, '0')
}

function describe(app: Seed['app'], row: ApprovalRow): object {
  const time = new Date(row.created_at).toISOString()
  return {
    approval_request: {
      uuid: row.uuid,
      status: row.status,
      _app_name: app.name,
      _app_serial_id: app.serial,
      _twofactor_id: row.number,
      _id: row.uuid.replaceAll('-', '').slice(0, 24),
      _user_email: unseal(row.email),
      app_id: app.id,
      user_id: row.user_id,
      notified: false,
      created_at: time,
      updated_at: time,
      processed_at: null,
      seconds_to_expire: 86_400,
    },
    success: true,
  }
}
