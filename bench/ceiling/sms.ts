import { randomInt, randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { Database } from './database.ts'
import { keyedHeaders, refuse, sendJson } from './http.ts'
import { digest, seal, unseal } from './sealing.ts'
import type { UserRow } from './user-row.ts'

const TABLES = `
create table recent_sends (key text primary key, sent_at integer not null) strict;
create table number_takes (subject text primary key, times text not null) strict;
create table prefixes (
  prefix text not null, second integer not null, sends integer not null, primary key (prefix, second)) strict;
create table codes (
  user_id text not null, action text not null, digest text not null, expires_at integer not null,
  primary key (user_id, action)) strict;
create table messages (
  id text primary key, recipient text, text text, state text not null, created_at integer not null) strict;`

const CLAIM = `insert into recent_sends values (?, ?) on conflict do update set sent_at = excluded.sent_at
  where sent_at <= excluded.sent_at - 5000`
const FIND_TAKES = 'select times from number_takes where subject = ?'
const TAKE = 'insert into number_takes values (?, ?) on conflict do update set times = excluded.times'
const COUNT_PREFIX = 'insert into prefixes values (?, ?, 1) on conflict do update set sends = sends + 1'
const SUM_PREFIX = 'select sum(sends) as sends from prefixes where prefix = ? and second > ?'
const PUT_CODE = `insert into codes values (?, ?, ?, ?)
  on conflict do update set digest = excluded.digest, expires_at = excluded.expires_at`
const COUNT = `insert into stats values (?, 0, 1) on conflict do update set sms = sms + 1`
const ADD_MESSAGE = `insert into messages values (?, ?, ?, 'waiting', ?)`
const SENT = `update messages set state = 'sent', recipient = null, text = null where id = ?`

type Message = { id: string; line: string }

/** A code, the limits a number and a block, and the message, in one write; the line in the outbox follows. */
export function createSms(database: Database) {
  const { db, write } = database
  db.exec(TABLES)
  const [claim, findTakes, take] = [db.prepare(CLAIM), db.prepare(FIND_TAKES), db.prepare(TAKE)]
  const [countPrefix, sumPrefix] = [db.prepare(COUNT_PREFIX), db.prepare(SUM_PREFIX)]
  const [putCode, count, addMessage] = [db.prepare(PUT_CODE), db.prepare(COUNT), db.prepare(ADD_MESSAGE)]
  const deliver = createDelivery(database)

  const isAllowed = (phone: string, now: number): boolean => {
    const subject = digest(phone)
    const { times = '' } = (findTakes.get(subject) as { times: string } | undefined) ?? {}
    const recent = times.split(' ').filter((time) => Number(time) > now - 86_400_000)
    if (recent.length >= 20 || recent.filter((time) => Number(time) > now - 600_000).length >= 5) return false
    take.run(subject, [...recent, now].join(' '))
    const [prefix, second] = [phone.slice(0, 6), Math.floor(now / 1000)]
    countPrefix.run(prefix, second)
    return (sumPrefix.get(prefix, second - 600) as { sends: number }).sends <= 50
  }

  const add = (user: UserRow, phone: string, action: string): Message | undefined => {
    const now = Date.now()
    if (claim.run(digest(`${user.id} ${action}`), now).changes !== 1) return undefined
    if (!isAllowed(phone, now)) return undefined
    const code = String(randomInt(10_000_000)).padStart(7, '0')
    putCode.run(user.id, action, digest(`${user.id} ${action} ${code}`), now + 600_000)
    const [id, text] = [randomUUID(), `Your Bench code is ${code}. Do not share it with anyone.`]
    addMessage.run(id, seal(phone), seal(text), now)
    count.run(new Date(now).toISOString().slice(0, 7))
    const at = new Date(now).toISOString()
    return { id, line: `${JSON.stringify({ at, channel: 'sms', to: phone, text, purpose: 'code' })}\n` }
  }

  return (user: UserRow, action: string, response: ServerResponse): void => {
    const phone = unseal(user.phone)
    write(
      () => add(user, phone, action),
      (message) => {
        if (message === undefined) return refuse(response, 429)
        deliver(message)
        const cellphone = `+1-XXX-XXX-XX${phone.slice(-2)}`
        sendJson(response, 200, { success: true, message: 'SMS token was sent', cellphone }, keyedHeaders)
      },
    )
  }
}

/** Lines that wait share one append and one sync; then the messages are marked, and their texts erased. */
function createDelivery({ db, write }: Database): (message: Message) => void {
  const sent = db.prepare(SENT)
  let waiting: Message[] = []
  let running = false
  const drain = async () => {
    running = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const file = await open('outbox.jsonl', 'a', 0o600)
      await file.write(batch.map(({ line }) => line).join(''))
      await file.datasync()
      await file.close()
      write(
        () => {
          for (const { id } of batch) sent.run(id)
        },
        () => {},
      )
    }
    running = false
  }
  return (message) => {
    waiting.push(message)
    if (!running) void drain()
  }
}
