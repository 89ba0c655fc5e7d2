import type { Reader } from '../kernel/database/database.ts'
import { statementOnce } from '../kernel/database/statement.ts'
import type { EventsTables } from './records/tables.ts'

type Kind = 'event' | 'contact-list' | 'registration' | 'attendee'
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

function readRows(db: Reader, kind: Kind, ids: readonly string[]): Promise<readonly Row[]> {
  const statement = statementOnce<EventsTables, Row>((builder) => {
    if (kind === 'event')
      return builder
        .selectFrom('events_events')
        .select(['id', 'organisation_id', 'title as first'])
        .where('id', 'in', [...ids])
    if (kind === 'contact-list')
      return builder
        .selectFrom('events_contact_lists')
        .select(['id', 'organisation_id', 'name as first'])
        .where('id', 'in', [...ids])
    if (kind === 'registration')
      return builder
        .selectFrom('events_registrations')
        .select(['id', 'organisation_id', 'first_name as first', 'last_name as last'])
        .where('id', 'in', [...ids])
    return builder
      .selectFrom('events_attendees')
      .select([
        'id',
        'organisation_id',
        'first_name as first',
        'last_name as last',
        'registration_id as registration',
      ])
      .where('id', 'in', [...ids])
  })
  return db.all(statement, {})
}
