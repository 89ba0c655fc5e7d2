import { recountStatuses } from '../../src/events/places/status-count-store.ts'
import { createApiKey } from '../../src/platform/accounts/api-keys.ts'
import type { RunningApp } from '../harness.ts'
import { rebuildTextIndex, runSql } from '../plans.ts'
import { wholeTable } from '../whole-table.ts'

/** An expression in SQL for each column; `i` is the number of the row. */
type Columns = Readonly<Record<string, string>>
type Row = Readonly<Record<string, unknown>>

const plain = 'cast(10000000 + i as text)'

function numbered(count: number): string {
  return `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`
}

/** Rows by the thousand, made by the database itself. */
async function invent(running: RunningApp, table: string, count: number, columns: Columns): Promise<void> {
  const names = Object.keys(columns).map((name) => `"${name}"`)
  const rows = `${numbered(count)} select ${Object.values(columns).join(', ')} from n`
  await runSql(running.app.context.database, `insert into ${table} (${names.join(', ')}) ${rows}`)
}

/** Copies of one row that differ in some columns. */
async function multiply(
  running: RunningApp,
  { table, key, id, count }: { table: string; key: string; id: string; count: number },
  columns: Columns,
): Promise<void> {
  const { database } = running.app.context
  const sql = `select * from ${table} where "${key}" = '${id}'`
  const one = { name: undefined, compiled: () => ({ sql, writes: false, bind: () => [] }) }
  const [seed] = (await database.all(one, {})) as Row[]
  if (seed === undefined) throw new Error(`${table} has no ${id}`)
  const names = Object.keys(seed).filter((name) => name !== 'document' && name !== 'seq')
  const values = names.map((name) => columns[name] ?? `seed."${name}"`)
  const source = `${numbered(count)} select ${values.join(', ')} from ${table} as seed, n where seed."${key}" = '${id}'`
  const columnList = names.map((name) => `"${name}"`).join(', ')
  await runSql(database, `insert into ${table} (${columnList}) ${source}`)
  if (table === 'events_texts') await rebuildTextIndex(database)
}

export type Seed = {
  readonly organisationId: string
  readonly eventId: string
  readonly sessionId: string
  readonly registrationId: string
  readonly attendeeId: string
  readonly contactListId: string
  readonly contactId: string
  readonly applicationId: string
  readonly webhookId: string
}

/** One in so many: rare enough that a page of them is never full. */
const RARE = 20_000

let events = 0

/** Everything that grows with an event. Gives what stands before the number in the ids and words of its people. */
export async function fillEvent(running: RunningApp, seed: Seed, count: number): Promise<string> {
  const { eventId, sessionId } = seed
  const prefix = String(++events)
  const number = `'${prefix}' || ${plain}`
  const email = `'p' || ${number} || '@example.org'`
  // A change for each of them, all of them past.
  const { database } = running.app.context
  await runSql(database, `update events_changes set base = base + ${count}, last = last + ${count}`)
  await multiply(
    running,
    { table: 'events_registrations', key: 'id', id: seed.registrationId, count },
    {
      id: `'r' || ${number}`,
      confirmation_number: `'C' || ${number}`,
      status: `case when i % ${RARE} = 1 then 'pending' when i % ${RARE} = 2 then 'cancelled' else 'confirmed' end`,
      ...{ email, email_key: email, live_email: 'null' },
      ...{ registered_at: `seed.registered_at + i`, change: 'i' },
    },
  )
  await multiply(
    running,
    { table: 'events_attendees', key: 'id', id: seed.attendeeId, count },
    {
      ...{ id: `'a' || ${number}`, registration_id: `'r' || ${number}`, email, email_key: email },
      status: `case when i % ${RARE} = 2 then 'cancelled' else 'active' end`,
      checked_in: `case when i % ${RARE} = 3 then 1 else 0 end`,
      change: 'i',
    },
  )
  await multiply(
    running,
    { table: 'events_texts', key: 'owner_id', id: seed.attendeeId, count },
    { owner_id: `'a' || ${number}`, words: `seed.words || ' n' || ${number}` },
  )
  await invent(running, 'events_enrolments', count, {
    ...{ session_id: `'${sessionId}'`, attendee_id: `'a' || ${number}`, registration_id: `'r' || ${number}` },
    event_id: `'${eventId}'`,
    status: `case when i % ${RARE} = 4 then 'waitlisted' else 'registered' end`,
    ...{ created_at: 'i', updated_at: 'i' },
  })
  await invent(running, 'events_attendance', count, {
    ...{ id: `'v' || ${number}`, organisation_id: `'${seed.organisationId}'`, event_id: `'${eventId}'` },
    ...{ session_id: `''`, attendee_id: `'a' || ${number}`, registration_id: `'r' || ${number}` },
    status: `case when i % ${RARE} = 5 then 'checked-out' else 'checked-in' end`,
    ...{ expected: '1', checked_in_at: 'i', method: `'scan'`, version: '1', updated_at: 'i' },
  })
  await database.exclusively((tx) => recountStatuses(tx, eventId))
  return prefix
}

/** A contact list, with the words of its contacts. */
export async function fillContacts(running: RunningApp, seed: Seed, count: number): Promise<void> {
  const email = `'p' || ${plain} || '@example.org'`
  await multiply(
    running,
    { table: 'events_contacts', key: 'id', id: seed.contactId, count },
    { id: `'k' || ${plain}`, email, email_key: email, change: 'i' },
  )
  await multiply(
    running,
    { table: 'events_texts', key: 'owner_id', id: seed.contactId, count },
    { owner_id: `'k' || ${plain}`, words: `seed.words || ' n' || ${plain}` },
  )
}

/** Rows of tables that operators fill by hand. */
const FEW = 1_000

/** What the lists of the console are about. */
export async function fillServer(running: RunningApp, seed: Seed, count: number): Promise<void> {
  const { vault } = running.app.context
  const [organisation, application] = [`'${seed.organisationId}'`, `'${seed.applicationId}'`]
  await invent(running, 'audit_entries', count, {
    ...{ id: `'e' || ${plain}`, at: 'i', actor: `'operator:x'`, action: `'event.update'` },
    ...{ subject: `'event:x'`, block: '1' },
  })
  await invent(running, 'messages', count, {
    ...{ id: `'m' || ${plain}`, channel: `'sms'`, purpose: `'code'`, state: `'sent'`, expires_at: '1' },
    ...{ created_at: 'i', attempts: '1', organisation_id: organisation, application_id: application },
    owner_id: `'u' || ${plain}`,
  })
  await invent(running, 'twofactor_users', count, {
    ...{ id: `'u' || ${plain}`, application_id: application, number: 'i', phone_digest: `'d' || ${plain}` },
    ...{
      phone: `'${vault.seal('twofactor.phone', '+4915112345678')}'`,
      country_code: `'49'`,
      created_at: 'i',
    },
    ...{ failures: '0', app_failures: '0', denials: '0', confirmed: '1' },
  })
  await invent(running, 'twofactor_approvals', count, {
    ...{ uuid: `'q' || ${plain}`, application_id: application, user_id: `'u' || ${plain}`, message: `'m'` },
    details: `'${vault.seal('twofactor.details', '{}')}'`,
    hidden_details: `'${vault.seal('twofactor.details', '{}')}'`,
    ...{ logos: `'[]'`, status: `'approved'`, notified: '0', created_at: 'i', updated_at: 'i' },
    seconds_to_expire: '60',
  })
  await invent(running, 'issuer_keys', count, {
    ...{ fingerprint: `'f' || ${plain}`, kind: `'person'`, jwk: `'{}'`, callbacks: `'[]'`, claims: `'[]'` },
    ...{ created_at: 'i', updated_at: 'i', version: '1' },
  })
  await invent(running, 'issuer_jobs', count, {
    ...{
      job: `'j' || ${plain}`,
      ticket: `'t' || ${plain}`,
      kind: `'open'`,
      scope: `'login'`,
      number: `'1'`,
    },
    ...{ test: '0', status: `'completed'`, failures: '0', created_at: 'i', expires_at: 'i' },
  })
  await invent(running, 'api_keys', FEW, {
    ...{ id: `'y' || ${plain}`, organisation_id: organisation, service: `'events'`, name: `'Key'` },
    ...{ hint: `'h'`, digest: `'d' || ${plain}`, created_at: 'i' },
  })
  await invent(running, 'webhook_deliveries', count, {
    ...{ id: `'w' || ${plain}`, endpoint_id: `'${seed.webhookId}'`, type: `'registration.created'` },
    ...{ body: `'x'`, state: `'delivered'`, attempts: '1', created_at: 'i', ended_at: 'i' },
  })
  await invent(running, 'tasks', FEW, {
    ...{ id: `'s' || ${plain}`, organisation_id: organisation, actor: `'operator:x'`, kind: `'x'` },
    ...{ title: `'Task'`, payload: `''`, state: `'done'`, done: '1', chunks: '0', created_at: 'i' },
  })
}

export async function createApplication(running: RunningApp, organisation: string): Promise<string> {
  const made = await createApiKey(running.app.context, { service: 'twofactor', name: 'Reads', organisation })
  const rows = (await running.app.context.database.all(wholeTable('api_keys'), {})) as Row[]
  return String(rows.find(({ id }) => id === made.id)?.application_id)
}
