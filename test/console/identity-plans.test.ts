import { expect, it } from 'vitest'
import { listJobRows, listKeyRows } from '../../src/issuer/console-api/store.ts'
import type { Reader } from '../../src/kernel/database/database.ts'
import type { Statement } from '../../src/kernel/database/statement.ts'
import { listApplicationRows } from '../../src/platform/accounts/application-store.ts'
import {
  listKeyRows as listApiKeyRows,
  listKeysOfApplication,
} from '../../src/platform/accounts/key-store.ts'
import { listMessagesOfApplication, listMessagesOfOwner } from '../../src/platform/delivery/about-store.ts'
import { listApprovalRows } from '../../src/twofactor/console-api/approval-store.ts'
import { listUserRows } from '../../src/twofactor/console-api/user-store.ts'
import { listTripsOf } from '../../src/twofactor/guard/guard-store.ts'
import { onEachApp } from '../harness.ts'

const page = { before: 'g', limit: 51 }
const ofApplication = { application_id: 'a', ...page }
const ofOrganisation = { organisation_id: 'o', ...page }
const before = { created_at: 1, fingerprint: 'f' }

/** A list, and the index that it is read by. */
const lists: readonly [string, string, (db: Reader) => Promise<unknown>][] = [
  ['users', 'twofactor_users_newest', (db) => listUserRows(db, ofApplication, undefined)],
  ['locked users', 'twofactor_users_locked', (db) => listUserRows(db, ofApplication, 1)],
  ['approvals', 'twofactor_approvals_newest', (db) => listApprovalRows(db, ofApplication, 'denied')],
  ['sends', 'messages_application', (db) => listMessagesOfApplication(db, { id: 'a', ...page })],
  ['sends to a user', 'messages_owner', (db) => listMessagesOfOwner(db, { id: 'u', ...page })],
  [
    'trips',
    'twofactor_guard_trips_newest',
    (db) => listTripsOf(db, { organisation_id: 'o', last_at: 1, reason: '', subject: '', limit: 51 }),
  ],
  [
    'applications',
    'applications_organisation',
    (db) => listApplicationRows(db, { ...ofOrganisation, service: 'twofactor' }),
  ],
  ['API keys', 'api_keys_organisation', (db) => listApiKeyRows(db, { ...ofOrganisation, service: 'events' })],
  [
    'keys of an application',
    'api_keys_application',
    (db) => listKeysOfApplication(db, { application_id: 'a', limit: 50 }),
  ],
  [
    'keys',
    'issuer_keys_newest',
    (db) => listKeyRows(db, { kind: undefined, state: undefined, before, limit: 51 }),
  ],
  [
    'names',
    'issuer_keys_applications',
    (db) => listKeyRows(db, { kind: 'application', state: 'unverified', before, limit: 51 }),
  ],
  [
    'jobs',
    'issuer_jobs_expiry',
    (db) => listJobRows(db, { status: 'denied', now: 1, before: { expires_at: 1, job: 'j' }, limit: 51 }),
  ],
]

onEachApp('the lists of the console', (running) => {
  /** What the engine would do for each statement. PostgreSQL scans a small table whatever index there is. */
  async function plansOf(read: (db: Reader) => Promise<unknown>): Promise<string> {
    const { database } = running().app.context
    const { engine } = database.capabilities
    const plans: string[] = []
    const explain = async <P, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> => {
      const { sql, bind } = statement.compiled(engine)
      const text = `${engine === 'sqlite' ? 'explain query plan' : 'explain'} ${sql}`
      const compiled = () => ({ sql: text, writes: false, bind })
      plans.push(JSON.stringify(await database.all({ name: undefined, compiled }, parameters)))
      return []
    }
    await read({ all: explain, first: async () => undefined })
    return plans.join('\n')
  }

  it.each(lists)('read %s by %s', async (_name, index, read) => {
    const plans = await plansOf(read)
    if (running().app.context.database.capabilities.engine === 'postgres') {
      expect(plans).toContain('Limit')
      return
    }
    expect(plans).toContain(index)
    expect(plans).not.toMatch(/"SCAN (?!.*USING)/)
    if (_name !== 'jobs' && _name !== 'trips') expect(plans).not.toContain('TEMP B-TREE')
  })
})
