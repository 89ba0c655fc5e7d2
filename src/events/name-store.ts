import type { Reader } from '../kernel/database/database.ts'
import { statementOnce } from '../kernel/database/statement.ts'
import type { EventsTables } from './records/tables.ts'

type Kind = keyof typeof sources
type Named = { name: string; organisationId: string; registrationId?: string }
type Row = { id: string; organisation_id: string; first: string; last?: string | null; registration?: string }

/** The names of records by id, deleted ones too: the audit trail outlives them. */
export async function findNames(
  db: Reader,
  kind: Kind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Named>> {
  const rows = await readRows(db, kind, ids)
  return new Map(
    rows.map(({ id, organisation_id: organisationId, first, last, registration }) => [
      id,
      {
        name: [first, last].filter(Boolean).join(' '),
        organisationId,
        ...(registration === undefined ? {} : { registrationId: registration }),
      },
    ]),
  )
}

/** Where the names are, beside the id and the organisation. */
const sources = {
  event: { table: 'events_events', columns: ['title as first'] },
  'contact-list': { table: 'events_contact_lists', columns: ['name as first'] },
  registration: { table: 'events_registrations', columns: ['first_name as first', 'last_name as last'] },
  attendee: {
    table: 'events_attendees',
    columns: ['first_name as first', 'last_name as last', 'registration_id as registration'],
  },
} as const

function readRows(db: Reader, kind: Kind, ids: readonly string[]): Promise<readonly Row[]> {
  const { table, columns } = sources[kind]
  const statement = statementOnce<EventsTables, Row>((builder) =>
    builder
      // Each table has the columns that `sources` names for it.
      .selectFrom(table as 'events_attendees')
      .select(['id', 'organisation_id', ...(columns as (typeof sources.attendee)['columns'])])
      .where('id', 'in', [...ids]),
  )
  return db.all(statement, {})
}
