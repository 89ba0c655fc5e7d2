import { storeOf } from '../../../kernel/database/store.ts'
import type { EventsTables } from '../../records/tables.ts'

const { many } = storeOf<EventsTables>('heavy')

/** In the order of the waiting list. */
export const listWaiting = many((db, p: { event_id: string; after: number; limit: number }) =>
  db
    .selectFrom('events_registrations')
    .selectAll()
    .where('event_id', '=', p.event_id)
    .where('status', '=', 'waitlisted')
    .where('line', '>', p.after)
    .orderBy('line')
    .limit(p.limit),
)

/** The offers that expire first. */
export const readOffers = many((db, p: { event_id: string; limit: number }) =>
  db
    .selectFrom('events_registrations')
    .selectAll()
    .where('event_id', '=', p.event_id)
    .where('status', '=', 'offered')
    .orderBy('expires_at')
    .orderBy('id')
    .limit(p.limit),
)
