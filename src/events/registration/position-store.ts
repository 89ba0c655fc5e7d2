import type { Kysely } from 'kysely'
import { storeOf } from '../../kernel/database/store.ts'
import type { EventsTables } from '../records/tables.ts'

const { count, value } = storeOf<EventsTables>()
const { values } = storeOf<EventsTables>('heavy')

/** The numbers on the waiting list from one number on. */
function numbersFrom(db: Kysely<EventsTables>, eventId: string, from: number) {
  return db
    .selectFrom('events_registrations')
    .select('line')
    .where('event_id', '=', eventId)
    .where('status', '=', 'waitlisted')
    .where('line', '>=', from)
}

/** How many registrations are on the waiting list from one number to before another, at most `limit`. */
export const countBetween = count((db, eventId: string, p: { from: number; before: number; limit: number }) =>
  db
    .selectFrom(numbersFrom(db, eventId, p.from).where('line', '<', p.before).limit(p.limit).as('between'))
    .select((eb) => eb.fn.countAll<number>().as('count')),
)

/** The number that comes so many after another on the waiting list. */
export const findNumberAfter = value((db, eventId: string, p: { from: number; after: number }) =>
  numbersFrom(db, eventId, p.from).orderBy('line').limit(1).offset(p.after),
)

/** A registration's number on the waiting list; undefined if it has left the list. */
export const findNumber = value((db, registrationId: string) =>
  db
    .selectFrom('events_registrations')
    .select('line')
    .where('id', '=', registrationId)
    .where('status', '=', 'waitlisted'),
)

/** The numbers on the waiting list between two of them, in order. */
export const listNumbers = values((db, eventId: string, p: { from: number; to: number }) =>
  numbersFrom(db, eventId, p.from).where('line', '<=', p.to).orderBy('line'),
)
