import { expect, it } from 'vitest'
import { migrations } from '../../src/app/context/migrations.ts'
import { sweepNonces } from '../../src/events/attendance/attendance-store.ts'
import { sweepIssuer } from '../../src/issuer/jobs.ts'
import type { Database, Writer } from '../../src/kernel/database/database.ts'
import { migrate } from '../../src/kernel/database/maintenance/migrate.ts'
import { openSnapshot } from '../../src/kernel/database/maintenance/snapshot.ts'
import type { Statement } from '../../src/kernel/database/statement.ts'
import { sweepOperators } from '../../src/platform/operators/sign-in/sweep.ts'
import { deleteEnded } from '../../src/twofactor/sweep-store.ts'
import { onEachEngine } from '../engines.ts'
import { createManualClock } from '../fakes.ts'
import { startApp } from '../harness.ts'
import { temporaryPlace } from '../place.ts'
import { plansOf, readsThrough, runSql } from '../plans.ts'
import { addressOf } from './commands/program.ts'

/**
 * How the rows of each table end. `sweep-…` is the recurring job that deletes them; anything else says why there is none.
 * A table that grows with use belongs to a record that somebody can delete, or has a sweep.
 */
const ends: Readonly<Record<string, string>> = {
  allowances: 'sweep-allowances',
  api_keys: 'bounded: made by operators',
  applications: 'bounded: made by operators',
  audit_blocks: 'kept: the chain that proves the audit trail',
  audit_entries: 'kept: the audit trail',
  audit_intents: 'settle-audit',
  audit_tallies: 'sweep-tallies',
  changes: 'sweep-changes',
  events_answers: 'belongs to a registration',
  events_attendance: 'belongs to an event',
  events_attendees: 'belongs to a registration',
  events_changes: 'bounded: one row',
  events_contact_lists: 'bounded: made by organisers',
  events_contacts: 'belongs to a contact list',
  events_enrolments: 'belongs to a registration',
  events_events: 'bounded: made by organisers',
  events_forms: 'belongs to an event',
  events_groups: 'belongs to an event',
  events_history: 'belongs to a registration',
  events_import_parts: 'sweep-imports',
  events_nonces: 'sweep-nonces',
  events_options: 'belongs to an event',
  events_page_codes: 'sweep-page-codes',
  events_places: 'belongs to an event',
  events_registrations: 'belongs to an event',
  events_sessions: 'belongs to an event',
  events_status_counts: 'belongs to an event',
  events_texts: 'belongs to the record that it indexes',
  events_types: 'belongs to an event',
  events_views: 'bounded: made by organisers',
  figures: 'sweep-figures',
  idempotency_keys: 'sweep-idempotency',
  installation: 'bounded: a few facts',
  issuer_blocks: 'belongs to a key: made by its owner',
  issuer_claims: 'belongs to a key',
  issuer_cooldowns: 'sweep-issuer',
  issuer_jobs: 'sweep-issuer',
  issuer_keys: 'kept: people and applications',
  issuer_lost_devices: 'sweep-issuer',
  issuer_recovery_keys: 'belongs to a key: made by its owner',
  issuer_spent_tokens: 'sweep-issuer',
  jobs: 'sweep-jobs',
  lanyard_migrations: 'bounded: one row a migration',
  messages: 'sweep-messages',
  operator_challenges: 'sweep-operators',
  operator_identities: 'belongs to an operator',
  operator_invitations: 'sweep-operators',
  operator_passkeys: 'belongs to an operator',
  operator_sessions: 'sweep-operators',
  operators: 'bounded: invited by operators',
  organisations: 'bounded: made by operators',
  push_keys: 'bounded: one row',
  recurring_jobs: 'bounded: one row a recurring job',
  signing_keys: 'bounded: one row a rotation',
  task_outputs: 'sweep-tasks',
  tasks: 'sweep-tasks',
  twofactor_approvals: 'sweep-twofactor-ended',
  twofactor_callbacks: 'belongs to an approval: deleted when it is delivered or given up',
  twofactor_codes: 'sweep-twofactor-ended',
  twofactor_devices: 'belongs to a user',
  twofactor_enrolments: 'sweep-twofactor-ended',
  twofactor_guard_trips: 'sweep-twofactor-ended',
  twofactor_organisation_sends: 'sweep-twofactor-ended',
  twofactor_organisations: 'bounded: one row an organisation',
  twofactor_prefixes: 'sweep-twofactor-ended',
  twofactor_quotas: 'sweep-twofactor-ended',
  twofactor_recent_sends: 'sweep-twofactor',
  twofactor_seeds: 'belongs to a user',
  twofactor_spent_tokens: 'sweep-twofactor-ended',
  twofactor_stats: 'bounded: one row an application and month',
  twofactor_users: 'kept: made and removed by applications',
  twofactor_verifications: 'sweep-twofactor-ended',
  webhook_deliveries: 'sweep-webhooks',
  webhook_endpoints: 'bounded: made by operators',
}

const reason = /^(kept|bounded): \w|^belongs to (a|an|the) \w/

onEachEngine('every table', (place) => {
  it('has an end that somebody thought of', async () => {
    const running = await startApp(place())
    const listKinds = async () => {
      const rows = await running.app.context.database.all(
        sqlOf<{ kind: string }>('select kind from recurring_jobs'),
        {},
      )
      return rows.map(({ kind }) => kind)
    }
    const snapshot = await openSnapshot(addressOf(place()))
    try {
      const tables = (await snapshot.listTables()).map(({ name }) => name)
      // Made by the first migration that is breaking on the engine; a row each.
      expect(Object.keys(ends)).toEqual(tables.filter((name) => name !== 'lanyard_breaking_migrations'))
      const jobs = new Set(Object.values(ends).filter((end) => !reason.test(end)))
      expect(jobs.size).toBeGreaterThan(10)
      await expect.poll(listKinds, { timeout: 20_000 }).toEqual(expect.arrayContaining([...jobs]))
    } finally {
      await snapshot.close()
      await running.app.stop()
    }
  })
})

function sqlOf<R>(sql: string): Statement<object, R> {
  return { name: undefined, compiled: () => ({ sql, writes: false, bind: () => [] }) }
}

const DAY_MS = 24 * 3_600_000
const NOW = Date.UTC(2026, 5, 1)

type Case = {
  table: string
  columns: string
  /** The values of the row of this number, whose time is this. */
  values: (n: number, at: number) => string
  keptMs: number
  sweep: (db: Writer, now: number) => Promise<unknown>
  /** A row that stays however old it is. */
  stays?: string
}

const clock = createManualClock(NOW)
const contextOf = (db: Writer) => ({ database: db as Database, clock }) as never

const cases: Case[] = [
  {
    table: 'twofactor_approvals',
    columns:
      'uuid, application_id, user_id, message, details, hidden_details, logos, status, notified, created_at, updated_at, seconds_to_expire',
    values: (n, at) => `('${n}', 'a', 'u', 'm', 'd', 'h', 'l', 'approved', 0, ${at}, ${at}, 60)`,
    stays: `('pending', 'a', 'u', 'm', 'd', 'h', 'l', 'pending', 0, 1, 1, 0)`,
    keptMs: 30 * DAY_MS,
    sweep: deleteEnded,
  },
  {
    table: 'issuer_cooldowns',
    columns: 'app, sub, denials, until',
    values: (n, at) => `('a${n}', 's', 1, ${at})`,
    keptMs: 30 * DAY_MS,
    sweep: (db) => sweepIssuer(contextOf(db)),
  },
  {
    table: 'operator_invitations',
    columns: 'digest, operator_id, expires_at, used_at',
    values: (n, at) => `('${n}', 'o', ${at}, ${n % 2 === 0 ? 'null' : at})`,
    keptMs: 0,
    sweep: sweepOperators,
  },
  {
    table: 'operator_sessions',
    columns: 'id, operator_id, digest, agent, created_at, used_at, ends_at',
    values: (n, at) => `('${n}', 'o', '${n}', 'a', 1, ${NOW}, ${at})`,
    keptMs: 0,
    sweep: sweepOperators,
  },
  {
    table: 'operator_sessions',
    columns: 'id, operator_id, digest, agent, created_at, used_at, ends_at',
    values: (n, at) => `('${n}', 'o', '${n}', 'a', 1, ${at}, ${NOW + DAY_MS})`,
    keptMs: DAY_MS / 2,
    sweep: sweepOperators,
  },
  {
    table: 'events_nonces',
    columns: 'organisation_id, subject, nonce, attendance_id, created_at',
    values: (n, at) => `('o', 's', '${n}', 'a', ${at})`,
    keptMs: 90 * DAY_MS,
    sweep: sweepNonces,
  },
  {
    table: 'twofactor_codes',
    columns: 'user_id, action, digest, sent_at, expires_at, failures',
    values: (n, at) => `('${n}', 'a', 'd', 1, ${at}, 0)`,
    keptMs: DAY_MS,
    sweep: deleteEnded,
  },
  {
    table: 'issuer_spent_tokens',
    columns: 'fingerprint, jti, expires_at',
    values: (n, at) => `('f', '${n}', ${at})`,
    keptMs: 0,
    sweep: (db) => sweepIssuer(contextOf(db)),
  },
]

onEachEngine('a sweep', (place) => {
  it.each(cases)('deletes what is over from $table, and nothing else', async (given) => {
    const { table, columns, values, keptMs, sweep, stays } = given
    const database = await place().open()
    try {
      await migrate(database, migrations, () => NOW)
      const insert = (rows: readonly string[]) =>
        runSql(database, `insert into ${table} (${columns}) values ${rows.join(', ')}`)
      if (table.startsWith('operator_'))
        await runSql(
          database,
          `insert into operators (id, email, role, created_at) values ('o', 'o@example.org', 'owner', 1) on conflict do nothing`,
        )
      await runSql(database, `delete from ${table}`)
      const over = NOW - keptMs - 2 * DAY_MS
      await insert(Array.from({ length: 1_201 }, (_, n) => values(n, over - n)))
      await insert([values(5_000, NOW - keptMs + DAY_MS), ...(stays === undefined ? [] : [stays])])
      const batches: number[] = []
      const counted: Writer = {
        all: (statement, parameters) => database.all(statement, parameters),
        first: (statement, parameters) => database.first(statement, parameters),
        send: (statement, parameters) => database.send(statement, parameters),
        async run(statement, parameters) {
          const count = await database.run(statement, parameters)
          // A session ends by two times: the statement for the other one finds nothing.
          if (count > 0 && statement.compiled(place().engine).sql.includes(`"${table}"`)) batches.push(count)
          return count
        },
      }
      await sweep(withWrite(counted, database), NOW)
      expect(batches).toEqual([500, 500, 201])
      const [row] = await database.all(sqlOf<{ n: number }>(`select count(*) as n from ${table}`), {})
      expect(row?.n).toBe(stays === undefined ? 1 : 2)
    } finally {
      await database.close()
    }
  })
})

function withWrite(writer: Writer, database: Database): Writer {
  return { ...writer, write: database.write.bind(database) } as Writer
}

// PostgreSQL plans by the rows that are there, and reads a table of none through; SQLite plans by the indexes.
it('finds what is over by an index', async () => {
  const place = await temporaryPlace('sqlite')
  const database = await place.open()
  try {
    await migrate(database, migrations, () => NOW)
    const plans = await plansOf(database, async (reader) => {
      const run: Writer['run'] = async (statement, parameters) =>
        (await reader.all(statement, parameters)).length
      const send: Writer['send'] = async (statement, parameters) => void (await run(statement, parameters))
      const writer: Writer = { ...reader, run, send }
      await deleteEnded(writer, NOW)
      await sweepOperators(writer, NOW)
      await sweepNonces(writer, NOW)
    })
    expect(plans).toContain('twofactor_approvals_ended')
    expect(plans).toContain('operator_sessions_idle')
    expect(plans).not.toMatch(readsThrough)
  } finally {
    await database.close()
  }
})
