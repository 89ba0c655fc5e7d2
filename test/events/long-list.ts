import { sql } from 'kysely'
import type { Events } from '../../src/events/events.ts'
import type { Database, Transaction } from '../../src/kernel/database/database.ts'
import { statementOnce } from '../../src/kernel/database/statement.ts'

type Row = Record<string, unknown>

/**
 * Puts copies of a registration behind it on the waiting list, with its attendees, numbered from `first`: registering
 * thousands takes minutes.
 */
export async function copyWaiting(
  database: Database,
  { id, first, count }: { id: string; first: number; count: number },
): Promise<void> {
  await database.write(async (tx) => {
    const [row] = await tx.all(selectRows('events_registrations', 'id', id), {})
    const attendees = await tx.all(selectRows('events_attendees', 'registration_id', id), {})
    if (row === undefined) throw new Error('there is a registration to copy')
    const numbered = (text: unknown) => sql`${sql.lit(String(text))} || '-' || cast(n as text)`
    await tx.run(
      insertCopies('events_registrations', { first, count }, row, {
        id: numbered(row.id),
        confirmation_number: numbered(row.confirmation_number),
        email_key: numbered(row.email_key),
        live_email: numbered(row.live_email),
        line: sql`${sql.lit(Number(row.line))} + n`,
      }),
      {},
    )
    for (const attendee of attendees)
      await tx.run(
        insertCopies('events_attendees', { first, count }, attendee, {
          id: numbered(attendee.id),
          registration_id: numbered(id),
          primary_attendee_id:
            attendee.primary_attendee_id === null ? sql`null` : numbered(attendee.primary_attendee_id),
        }),
        {},
      )
    const seats = Number(row.seats) * count
    await tx.run(countCopies(row, seats, count), {})
    for (const place of [row.event_id, row.registration_type_id]) await tx.run(join(place, seats, count), {})
  })
}

function selectRows(table: string, column: string, value: string) {
  return statementOnce<Record<string, Row>, Row>((db) =>
    db.selectFrom(table).selectAll().where(column, '=', value),
  )
}

function join(id: unknown, seats: number, count: number) {
  return statementOnce<Record<string, Row>, unknown>((db) =>
    db
      .updateTable('events_places')
      .set({ waiting: sql`waiting + ${seats}`, line: sql`line + ${count}` })
      .where('id', '=', id),
  )
}

function countCopies(row: Row, people: number, registrations: number) {
  return statementOnce<Record<string, Row>, unknown>((db) =>
    db
      .updateTable('events_status_counts')
      .set({ registrations: sql`registrations + ${registrations}`, people: sql`people + ${people}` })
      .where('event_id', '=', row.event_id)
      .where('status', '=', row.status),
  )
}

type Numbers = { first: number; count: number }

function insertCopies(
  table: string,
  { first, count }: Numbers,
  row: Row,
  own: Readonly<Record<string, unknown>>,
) {
  const names = Object.keys(row)
  return statementOnce<Record<string, Row>, unknown>((db) =>
    db
      .insertInto(table)
      .columns(names)
      .expression(
        db
          .selectFrom(
            sql<{ n: number }>`(with recursive counted(n) as (select ${sql.lit(first)} as n union all
              select n + 1 from counted where n < ${sql.lit(first + count - 1)}) select n from counted)`.as(
              'numbers',
            ),
          )
          .select(names.map((name) => sql`${own[name] ?? sql.lit(row[name])}`.as(name))) as never,
      ),
  )
}

/** What a transaction asks of its database. */
export type Work = { statements: number; rows: number }

/** The service on a database that counts what its transactions ask for. */
export function countingService(service: Events): { service: Events; work: Work } {
  const work = { statements: 0, rows: 0 }
  const noted = <T>(answer: T, rows: number): T => {
    work.statements += 1
    work.rows += rows
    return answer
  }
  const counted = (tx: Transaction): Transaction => ({
    capabilities: tx.capabilities,
    origin: tx.origin,
    afterCommit: (effect) => tx.afterCommit(effect),
    all: async (statement, parameters) => {
      const rows = await tx.all(statement, parameters)
      return noted(rows, rows.length)
    },
    first: async (statement, parameters) => noted(await tx.first(statement, parameters), 1),
    run: async (statement, parameters) => noted(await tx.run(statement, parameters), 0),
    send: async (statement, parameters) => noted(await tx.send(statement, parameters), 0),
  })
  const write: Database['write'] = (run) => service.database.write((tx) => run(counted(tx)))
  const alone: Events['changing']['write'] = (_key, run) => write(run)
  const changing = { write: alone, writeAlone: alone }
  return { service: { ...service, database: bound(service.database, write), changing }, work }
}

/** Databases have private members, so their methods need the database itself. */
function bound(database: Database, write: Database['write']): Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === 'write') return write
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
