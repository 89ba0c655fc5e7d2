import { storeOf } from '../../kernel/database/store.ts'
import type { AccountTables, Service } from './tables.ts'

const { one, many, value, exists, run, tx } = storeOf<AccountTables>()

/** Returns whether the name was free. */
export const addOrganisation = tx.insertNew('organisations', 'name')

export const findOrganisation = one((db, name: string) =>
  db.selectFrom('organisations').selectAll().where('name', '=', name),
)

export const findOrganisationById = one((db, id: string) =>
  db.selectFrom('organisations').selectAll().where('id', '=', id),
)

/** False if another organisation has the name. */
export const changeOrganisationName = tx.guarded((db, p: { id: string; name: string }) =>
  db
    .updateTable('organisations')
    .set({ name: p.name })
    .where('id', '=', p.id)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('organisations as other')
            .select('other.id')
            .where('other.name', '=', p.name)
            .where('other.id', '!=', p.id),
        ),
      ),
    ),
)

export const listFirstOrganisations = many((db, limit: number) =>
  db.selectFrom('organisations').selectAll().orderBy('id').limit(limit),
)

/** Returns whether the serial was free. */
export const addApplication = tx.insertNew('applications', 'serial')

export const addApiKey = tx.insert('api_keys')

export const findLiveApiKey = one((db, p: { digest: string; service: Service }) =>
  db
    .selectFrom('api_keys as key')
    .leftJoin('applications as application', 'application.id', 'key.application_id')
    .select(['key.id', 'key.organisation_id', 'key.application_id', 'key.scopes', 'key.last_used_at'])
    .select('key.ends_at')
    .where('key.digest', '=', p.digest)
    .where('key.service', '=', p.service)
    .where('key.revoked_at', 'is', null)
    .where('application.disabled_at', 'is', null),
)

export const hasApiKey = exists((db, id: string) =>
  db.selectFrom('api_keys').select('id').where('id', '=', id),
)

export const listApiKeyRows = many((db, p: { after: string; limit: number }) =>
  db
    .selectFrom('api_keys as key')
    .innerJoin('organisations as organisation', 'organisation.id', 'key.organisation_id')
    .select(['key.id', 'key.service', 'key.name', 'key.hint', 'key.scopes', 'key.created_at'])
    .select(['key.revoked_at', 'key.last_used_at', 'key.ends_at', 'organisation.name as organisation'])
    .where('key.id', '>', p.after)
    .orderBy('key.id')
    .limit(p.limit),
)

/** Returns the key that this call revoked; undefined if it is unknown or was already revoked. */
export const markRevoked = tx.one((db, p: { id: string; now: number }) =>
  db
    .updateTable('api_keys')
    .set({ revoked_at: p.now })
    .where('id', '=', p.id)
    .where('revoked_at', 'is', null)
    .returning(['digest', 'service']),
)

export const markUsed = run((db, p: { id: string; now: number; before: number }) =>
  db
    .updateTable('api_keys')
    .set({ last_used_at: p.now })
    .where('id', '=', p.id)
    .where((or) => or.or([or('last_used_at', 'is', null), or('last_used_at', '<=', p.before)])),
)

export const findApplicationRow = one((db, id: string) =>
  db.selectFrom('applications').selectAll().where('id', '=', id).where('disabled_at', 'is', null),
)

export const findApplicationBySerial = one((db, service: Service, serial: number) =>
  db.selectFrom('applications').selectAll().where('service', '=', service).where('serial', '=', serial),
)

/**
 * The key that signs callbacks, encrypted: the newest valid key that the application has used, or the newest if it
 * has used none. A new key signs only after its first use, because until then the application may know only the old
 * one.
 */
export const findSealedKey = value((db, p: { application_id: string; now: number }) =>
  db
    .selectFrom('api_keys')
    .select('sealed')
    .where('application_id', '=', p.application_id)
    .where('revoked_at', 'is', null)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', p.now)]))
    .orderBy((row) => row.case().when('last_used_at', 'is', null).then(1).else(0).end())
    .orderBy('id', 'desc')
    .limit(1),
)
