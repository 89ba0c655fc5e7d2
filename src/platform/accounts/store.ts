import type { Reader, Transaction, Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { AccountTables, ApiKeyRow, ApplicationRow, OrganisationRow, Service } from './tables.ts'

const statement = statementsOf<AccountTables>()

const insertOrganisation = statement((db, p: OrganisationRow) =>
  db
    .insertInto('organisations')
    .values({ id: p.id, name: p.name, created_at: p.created_at })
    .onConflict((conflict) => conflict.column('name').doNothing()),
)
const selectOrganisation = statement((db, p: { name: string }) =>
  db.selectFrom('organisations').selectAll().where('name', '=', p.name),
)
const selectOrganisationById = statement((db, p: { id: string }) =>
  db.selectFrom('organisations').selectAll().where('id', '=', p.id),
)
const updateOrganisationName = statement((db, p: { id: string; name: string }) =>
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
const selectOrganisations = statement((db, p: { limit: number }) =>
  db.selectFrom('organisations').selectAll().orderBy('id').limit(p.limit),
)

/** Tells whether the name was free. */
export async function addOrganisation(tx: Transaction, row: OrganisationRow): Promise<boolean> {
  return (await tx.run(insertOrganisation, row)) === 1
}

export function findOrganisation(db: Reader, name: string): Promise<OrganisationRow | undefined> {
  return db.first(selectOrganisation, { name })
}

export function findOrganisationById(db: Reader, id: string): Promise<OrganisationRow | undefined> {
  return db.first(selectOrganisationById, { id })
}

/** False where another one has the name. */
export async function changeOrganisationName(
  tx: Transaction,
  named: { id: string; name: string },
): Promise<boolean> {
  return (await tx.run(updateOrganisationName, named)) === 1
}

export function listFirstOrganisations(db: Reader, limit: number): Promise<OrganisationRow[]> {
  return db.all(selectOrganisations, { limit })
}

const insertApplication = statement((db, p: ApplicationRow) =>
  db
    .insertInto('applications')
    .values({
      id: p.id,
      organisation_id: p.organisation_id,
      service: p.service,
      name: p.name,
      serial: p.serial,
      settings: p.settings,
      created_at: p.created_at,
      disabled_at: p.disabled_at,
    })
    .onConflict((conflict) => conflict.column('serial').doNothing()),
)

/** Tells whether the serial was free. */
export async function addApplication(tx: Transaction, row: ApplicationRow): Promise<boolean> {
  return (await tx.run(insertApplication, row)) === 1
}

type NewApiKeyRow = Omit<ApiKeyRow, 'ends_at' | 'successor_id'>

const insertApiKey = statement((db, p: NewApiKeyRow) =>
  db.insertInto('api_keys').values({
    id: p.id,
    organisation_id: p.organisation_id,
    application_id: p.application_id,
    service: p.service,
    name: p.name,
    hint: p.hint,
    digest: p.digest,
    sealed: p.sealed,
    scopes: p.scopes,
    created_at: p.created_at,
    revoked_at: p.revoked_at,
    last_used_at: p.last_used_at,
  }),
)
const selectLiveApiKey = statement((db, p: { digest: string; service: Service }) =>
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
const selectApiKey = statement((db, p: { id: string }) =>
  db.selectFrom('api_keys').select('id').where('id', '=', p.id),
)
const selectApiKeys = statement((db, p: { after: string; limit: number }) =>
  db
    .selectFrom('api_keys as key')
    .innerJoin('organisations as organisation', 'organisation.id', 'key.organisation_id')
    .select(['key.id', 'key.service', 'key.name', 'key.hint', 'key.scopes', 'key.created_at'])
    .select(['key.revoked_at', 'key.last_used_at', 'key.ends_at', 'organisation.name as organisation'])
    .where('key.id', '>', p.after)
    .orderBy('key.id')
    .limit(p.limit),
)
const updateRevoked = statement((db, p: { id: string; now: number }) =>
  db
    .updateTable('api_keys')
    .set({ revoked_at: p.now })
    .where('id', '=', p.id)
    .where('revoked_at', 'is', null)
    .returning(['digest', 'service']),
)
const updateLastUsed = statement((db, p: { id: string; now: number; before: number }) =>
  db
    .updateTable('api_keys')
    .set({ last_used_at: p.now })
    .where('id', '=', p.id)
    .where((or) => or.or([or('last_used_at', 'is', null), or('last_used_at', '<=', p.before)])),
)

const selectApplication = statement((db, p: { id: string }) =>
  db.selectFrom('applications').selectAll().where('id', '=', p.id).where('disabled_at', 'is', null),
)
const selectApplicationBySerial = statement((db, p: { service: Service; serial: number }) =>
  db.selectFrom('applications').selectAll().where('service', '=', p.service).where('serial', '=', p.serial),
)
/** A new key signs once it was used: until then the application may know the old one alone. */
const selectSealedKey = statement((db, p: { application_id: string; now: number }) =>
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

export function findApplicationRow(db: Reader, id: string): Promise<ApplicationRow | undefined> {
  return db.first(selectApplication, { id })
}

export function findApplicationBySerial(
  db: Reader,
  service: Service,
  serial: number,
): Promise<ApplicationRow | undefined> {
  return db.first(selectApplicationBySerial, { service, serial })
}

/** The newest live key that the application is known to have, as it was sealed; the newest where none was used. */
export async function findSealedKey(
  db: Reader,
  application: { application_id: string; now: number },
): Promise<string | undefined> {
  return (await db.first(selectSealedKey, application))?.sealed ?? undefined
}

export async function addApiKey(tx: Transaction, row: NewApiKeyRow): Promise<void> {
  await tx.run(insertApiKey, row)
}

export function findLiveApiKey(db: Reader, key: { digest: string; service: Service }) {
  return db.first(selectLiveApiKey, key)
}

export async function hasApiKey(db: Reader, id: string): Promise<boolean> {
  return (await db.first(selectApiKey, { id })) !== undefined
}

export function listApiKeyRows(db: Reader, page: { after: string; limit: number }) {
  return db.all(selectApiKeys, page)
}

/** Gives the key that this call revoked; undefined where it is unknown or was revoked before. */
export function markRevoked(tx: Transaction, key: { id: string; now: number }) {
  return tx.first(updateRevoked, key)
}

export async function markUsed(db: Writer, use: { id: string; now: number; before: number }): Promise<void> {
  await db.run(updateLastUsed, use)
}
