import type { Reader } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { EventsTables } from '../records/tables.ts'

const { values } = storeOf<EventsTables>()

/** The tables with an event's people. */
export const peopleTables = ['events_registrations', 'events_attendees'] as const
export type PeopleTable = (typeof peopleTables)[number]

/** Some of an event's people: those after `after`, up to `last`. */
export type PeopleSlice = {
  readonly event_id: string
  readonly after: string
  readonly last: string
  readonly ids: readonly string[]
}

export function forPeople<S>(make: (table: PeopleTable) => S): Readonly<Record<PeopleTable, S>> {
  return {
    events_registrations: make('events_registrations'),
    events_attendees: make('events_attendees'),
  }
}

const nextIds = forPeople((table) =>
  values((db, p: Pick<PeopleSlice, 'event_id' | 'after'>, limit: number) =>
    db
      .selectFrom(table)
      .select('id')
      .where('event_id', '=', p.event_id)
      .where('id', '>', p.after)
      .orderBy('id')
      .limit(limit),
  ),
)

type Wanted = { eventId: string; after?: string; limit: number }

/** The next slice of at most `limit` people; undefined if there are no more. `isLast` if nobody follows them. */
export async function findPeople(
  db: Reader,
  table: PeopleTable,
  { eventId, after = '', limit }: Wanted,
): Promise<(PeopleSlice & { isLast: boolean }) | undefined> {
  const ids = await nextIds[table](db, { event_id: eventId, after }, limit)
  const last = ids.at(-1)
  return last === undefined ? undefined : { event_id: eventId, after, last, ids, isLast: ids.length < limit }
}

/** All people of an event, slice by slice. */
export async function* listPeople(
  db: Reader,
  table: PeopleTable,
  { eventId, limit }: Omit<Wanted, 'after'>,
): AsyncGenerator<PeopleSlice> {
  let slice = await findPeople(db, table, { eventId, limit })
  while (slice !== undefined) {
    yield slice
    if (slice.isLast) return
    slice = await findPeople(db, table, { eventId, after: slice.last, limit })
  }
}
