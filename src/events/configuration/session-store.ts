import { sql } from 'kysely'
import type { Transaction } from '../../kernel/database/database.ts'
import { pick, statementsOf } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { sessionRecord } from '../records/session.ts'
import type { EventsTables, SessionRow } from '../records/tables.ts'

const statement = statementsOf<EventsTables>()
const { many, exists, tx } = storeOf<EventsTables>()

export const saveSession = tx.run((db, p: SessionRow) =>
  db.updateTable('events_sessions').set(pick(p, sessionRecord.columns.changing)).where('id', '=', p.id),
)

export const renameSource = tx.run((db, id: string, key: string) =>
  db.updateTable('events_sessions').set({ source_key: key }).where('id', '=', id),
)

/** All sessions that came from a schedule file, including deleted ones, which are not imported again. */
export const listImportedSessions = many((db, eventId: string) =>
  db
    .selectFrom('events_sessions')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('source_key', 'is not', null),
)

export const hasEnrolments = exists((db, sessionId: string) =>
  db
    .selectFrom('events_enrolments')
    .select('attendee_id')
    .where('session_id', '=', sessionId)
    .where('status', '<>', 'cancelled')
    .limit(1),
)

type Parting = {
  session_id: string
  event_id: string
  change: number
  now: number
  /** Patterns that match the id in a JSON array: alone, first, last or in the middle. */
  alone: string
  before: string
  behind: string
  anywhere: string
}

const cancel = tx.run((db, p: { session_id: string; now: number }) =>
  db
    .updateTable('events_enrolments')
    .set({ status: 'cancelled', line: null, updated_at: p.now })
    .where('session_id', '=', p.session_id)
    .where('status', '<>', 'cancelled'),
)
/** Registrations that requested the session, and attendees enrolled for another reason: their records change too. */
const partings = (
  [
    ['events_registrations', 'registration_id'],
    ['events_attendees', 'attendee_id'],
  ] as const
).map(([table, enrolled]) =>
  statement((db, p: Parting) =>
    db
      .updateTable(table)
      .set((eb) => ({
        session_ids: without(p),
        version: eb('version', '+', 1),
        change: p.change,
        updated_at: p.now,
      }))
      .where('event_id', '=', p.event_id)
      .where((eb) =>
        eb.or([
          asksFor(p),
          eb(
            'id',
            'in',
            eb
              .selectFrom('events_enrolments')
              .select(enrolled)
              .where('session_id', '=', p.session_id)
              .where('status', '<>', 'cancelled'),
          ),
        ]),
      ),
  ),
)
/** An option whose session is removed is no longer sold. */
const closeOptions = tx.run((db, p: { session_id: string; event_id: string }) =>
  db
    .updateTable('events_options')
    .set({ session_id: null, status: 'closed' })
    .where('event_id', '=', p.event_id)
    .where('session_id', '=', p.session_id),
)

function asksFor({ anywhere }: Parting) {
  return sql<boolean>`session_ids like ${anywhere}`
}

function without({ alone, before, behind }: Parting) {
  return sql<string>`replace(replace(replace(session_ids, ${before}, ''), ${behind}, ''), ${alone}, '')`
}

/** Removes all enrolments and requests for a session. */
export async function clearSession(
  tx: Transaction,
  { id, event_id }: Pick<SessionRow, 'id' | 'event_id'>,
  { change, now }: { change: number; now: number },
): Promise<void> {
  const alone = JSON.stringify(id)
  const texts = { alone, before: `${alone},`, behind: `,${alone}`, anywhere: `%${alone}%` }
  const parting = { session_id: id, event_id, change, now, ...texts }
  for (const part of partings) await tx.run(part, parting)
  await cancel(tx, { session_id: id, now })
  await closeOptions(tx, { session_id: id, event_id })
}
