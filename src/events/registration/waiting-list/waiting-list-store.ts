import { storeOf } from '../../../kernel/database/store.ts'
import type { EventsTables } from '../../records/tables.ts'

const { tx } = storeOf<EventsTables>()

/**
 * The groups of registrations that need the same, each with its first number on the list. Jumps from group to group in
 * the index, however many are in each.
 */
export const listGroups = tx.many((db, eventId: string) =>
  db
    .withRecursive('found', (cte) =>
      cte
        .selectFrom('events_registrations')
        .select(({ fn }) => fn.min<string | null>('needs').as('needs'))
        .where('event_id', '=', eventId)
        .where('status', '=', 'waitlisted')
        .unionAll(
          cte
            .selectFrom('found')
            .select((eb) =>
              eb
                .selectFrom('events_registrations as r')
                .select(({ fn }) => fn.min<string | null>('r.needs').as('needs'))
                .where('r.event_id', '=', eventId)
                .where('r.status', '=', 'waitlisted')
                .whereRef('r.needs', '>', 'found.needs')
                .as('needs'),
            )
            .where('found.needs', 'is not', null),
        ),
    )
    .selectFrom('found')
    .select((eb) => [
      'needs',
      eb
        .selectFrom('events_registrations as r')
        .select(({ fn }) => fn.min('r.line').as('line'))
        .where('r.event_id', '=', eventId)
        .where('r.status', '=', 'waitlisted')
        .whereRef('r.needs', '=', 'found.needs')
        .as('line'),
    ])
    .where('needs', 'is not', null),
)

type Part = { event_id: string; needs: string; from: number }

/** Some of a group, in the order of the list. */
export const listOfGroup = tx.many((db, p: Part, limit: number) =>
  db
    .selectFrom('events_registrations')
    .selectAll()
    .where('event_id', '=', p.event_id)
    .where('status', '=', 'waitlisted')
    .where('needs', '=', p.needs)
    .where('line', '>=', p.from)
    .orderBy('line')
    .limit(limit),
)

/** The attendees of some of a group; the primary attendee of each comes first. */
export const listAttendeesOfGroup = tx.many((db, p: Part, to: number) =>
  db
    .selectFrom('events_registrations as r')
    .innerJoin('events_attendees as a', 'a.registration_id', 'r.id')
    .selectAll('a')
    .where('r.event_id', '=', p.event_id)
    .where('r.status', '=', 'waitlisted')
    .where('r.needs', '=', p.needs)
    .where('r.line', '>=', p.from)
    .where('r.line', '<=', to)
    .orderBy('r.line')
    .orderBy('a.is_guest')
    .orderBy('a.id'),
)

/** Changes nothing that anybody sees, so the registration keeps its version. */
export const storeNeeds = tx.run((db, id: string, needs: string) =>
  db.updateTable('events_registrations').set({ needs }).where('id', '=', id),
)

/** The first on a session's waiting list; a group that waits together is ordered by attendee. */
export const listWaitingFor = tx.many((db, sessionId: string, limit: number) =>
  db
    .selectFrom('events_enrolments')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('status', '=', 'waitlisted')
    .orderBy('line')
    .orderBy('attendee_id')
    .limit(limit),
)
