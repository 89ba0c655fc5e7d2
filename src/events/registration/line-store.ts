import type { Reader } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { EventsTables, RegistrationRow, RegistrationStatus } from '../records/tables.ts'

const statement = statementsOf<EventsTables>('heavy')

const offers = statement((db, p: { event_id: string; limit: number }) =>
  db
    .selectFrom('events_registrations')
    .selectAll()
    .where('event_id', '=', p.event_id)
    .where('status', '=', 'offered')
    .orderBy('expires_at')
    .orderBy('id')
    .limit(p.limit),
)
/** By the index alone: registrations are deleted with their event only. */
const byStatus = statement((db, p: { event_id: string }) =>
  db
    .selectFrom('events_registrations')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .where('event_id', '=', p.event_id)
    .groupBy('status')
    .orderBy('status'),
)

/** Those that end first. */
export function readOffers(db: Reader, of: { event_id: string; limit: number }): Promise<RegistrationRow[]> {
  return db.all(offers, of)
}

export function countByStatus(
  db: Reader,
  eventId: string,
): Promise<{ status: RegistrationStatus; count: number }[]> {
  return db.all(byStatus, { event_id: eventId })
}
