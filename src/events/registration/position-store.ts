import { storeOf } from '../../kernel/database/store.ts'
import type { EventsTables } from '../records/tables.ts'

const { count } = storeOf<EventsTables>()
const { values } = storeOf<EventsTables>('heavy')

/** How many registrations are on the waiting list before this number; answered by the index alone. */
export const countAhead = count((db, eventId: string, line: number) =>
  db
    .selectFrom('events_registrations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('event_id', '=', eventId)
    .where('status', '=', 'waitlisted')
    .where('line', '<', line),
)

/** How many are on the waiting list up to and including this registration; 0 if it has left the list. */
export const countUpTo = count((db, eventId: string, registrationId: string) =>
  db
    .selectFrom('events_registrations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('event_id', '=', eventId)
    .where('status', '=', 'waitlisted')
    .where('line', '<=', (eb) =>
      eb.selectFrom('events_registrations as own').select('own.line').where('own.id', '=', registrationId),
    ),
)

/** The numbers on the waiting list between two of them, in order. */
export const listNumbers = values((db, eventId: string, p: { from: number; to: number }) =>
  db
    .selectFrom('events_registrations')
    .select('line')
    .where('event_id', '=', eventId)
    .where('status', '=', 'waitlisted')
    .where('line', '>=', p.from)
    .where('line', '<=', p.to)
    .orderBy('line'),
)
