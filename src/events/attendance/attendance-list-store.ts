import { type Kysely, type SqlBool, sql } from 'kysely'
import { letOthersRun } from '../../kernel/async/let-others-run.ts'
import type { Reader } from '../../kernel/database/database.ts'
import { type Statement, statementsOf } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { AttendanceRow, AttendanceStatus, EventsTables } from '../records/tables.ts'

type Values = Record<string, string | number>

/** The part of a place's attendance list to read, ordered by attendee. */
export type AttendanceSlice = {
  readonly eventId: string
  /** '' means the event itself. */
  readonly sessionId: string
  /** Who is expected: everyone, everyone of these registration types, or everyone enrolled. */
  readonly expected: 'all' | 'enrolled' | readonly string[]
  readonly attendeeId: string | undefined
  readonly registrationId: string | undefined
  readonly status: AttendanceStatus | undefined
}

type AttendancePage = {
  readonly after: string | undefined
  readonly backward: boolean
  readonly limit: number
}
/** `end` is the last attendee to look at; undefined means all that follow. */
type Part = AttendancePage & { readonly end: string | undefined }

type Absent = { attendee_id: string; registration_id: string }

const statement = statementsOf<EventsTables>('heavy')
const { value } = storeOf<EventsTables>('heavy')
const statements = new Map<string, Statement<Values, unknown>>()
const offeredOfType = value((db, p: { event_id: string; type_id: string }) =>
  db
    .selectFrom('events_registrations')
    .select((eb) => eb.fn.sum<number | null>('seats').as('seats'))
    .where('event_id', '=', p.event_id)
    .where('status', '=', 'offered')
    .where('registration_type_id', '=', p.type_id),
)

/** Seats of a registration type that offers hold. The type's counter includes them in `taken`. */
export async function countOffered(db: Reader, eventId: string, typeId: string): Promise<number> {
  return Number((await offeredOfType(db, { event_id: eventId, type_id: typeId })) ?? 0)
}

/** Attendees with an attendance record, whether checked in or checked out. */
export function readRecords(
  db: Reader,
  slice: AttendanceSlice,
  page: AttendancePage,
): Promise<AttendanceRow[]> {
  return run<AttendanceRow>(db, 'records', slice, { ...page, end: undefined })
}

/** Attendees that are compared with the attendance records at once. */
const COMPARED = 500

/**
 * Expected attendees without an attendance record, found in slices: most attendees may have one. `until` is the last
 * attendee to look at; undefined means all that follow.
 */
export async function readAbsent(
  db: Reader,
  slice: AttendanceSlice,
  { until, ...page }: AttendancePage & { readonly until: string | undefined },
): Promise<Absent[]> {
  const absent: Absent[] = []
  let { after } = page
  for (;;) {
    const limit = page.limit - absent.length
    const found = isNamed(slice) ? undefined : await findEnd(db, slice, { ...page, after })
    const isLast = found === undefined || reaches(found, until, page)
    const end = isLast ? until : found
    absent.push(...(await run<Absent>(db, 'absent', slice, { ...page, after, end, limit })))
    if (absent.length >= page.limit || isLast) return absent
    after = found
    await letOthersRun()
  }
}

function reaches(found: string, until: string | undefined, { backward }: AttendancePage): boolean {
  return until !== undefined && (backward ? found <= until : found >= until)
}

/** How many of somebody's places have a record. Everybody's are counted in the counters of the place. */
export async function countNamed(
  db: Reader,
  slice: AttendanceSlice,
  kind: 'record-count' | 'absent-count',
): Promise<number> {
  const [row] = await run<{ count: number }>(db, kind, slice, undefined)
  return row?.count ?? 0
}

/** Whether one attendee or one registration is asked for. */
export function isNamed({ attendeeId, registrationId }: AttendanceSlice): boolean {
  return attendeeId !== undefined || registrationId !== undefined
}

async function findEnd(
  db: Reader,
  slice: AttendanceSlice,
  page: AttendancePage,
): Promise<string | undefined> {
  const [row] = await run<Absent>(db, 'end', slice, { ...page, end: undefined, limit: 1 })
  return row?.attendee_id
}

/** `end` is the attendee that ends a slice of those expected, whether or not they have a record. */
type Kind = 'records' | 'absent' | 'end' | 'record-count' | 'absent-count'

/** One prepared statement per shape of query; its values are parameters. */
function run<R>(db: Reader, kind: Kind, slice: AttendanceSlice, page: Part | undefined): Promise<R[]> {
  const { expected, attendeeId, registrationId, status } = slice
  const shape = [
    kind,
    typeof expected === 'string' ? expected : expected.length,
    attendeeId !== undefined,
    registrationId !== undefined,
    status !== undefined,
    page?.after !== undefined,
    page?.end !== undefined,
    page?.backward,
  ].join('|')
  let known = statements.get(shape)
  if (known === undefined) {
    known = statement((builder, p: Values) => build(builder, { kind, slice, page, p }))
    statements.set(shape, known)
  }
  return db.all(known, valuesOf(slice, page)) as Promise<R[]>
}

function valuesOf(slice: AttendanceSlice, page: Part | undefined): Values {
  const types = typeof slice.expected === 'string' ? [] : slice.expected
  return {
    event: slice.eventId,
    session: slice.sessionId,
    attendee: slice.attendeeId ?? '',
    registration: slice.registrationId ?? '',
    status: slice.status ?? '',
    after: page?.after ?? '',
    end: page?.end ?? '',
    limit: page?.limit ?? 0,
    ...Object.fromEntries(types.map((id, index) => [`t${index}`, id])),
  }
}

type Shape = { kind: Kind; slice: AttendanceSlice; page: Part | undefined; p: Values }

function build(db: Kysely<EventsTables>, shape: Shape) {
  if (shape.kind === 'end') return buildEnd(db, shape)
  if (shape.kind.startsWith('record')) return buildRecords(db, shape)
  return shape.slice.expected === 'enrolled' ? buildEnrolled(db, shape) : buildActive(db, shape)
}

function buildRecords(db: Kysely<EventsTables>, { kind, slice, page, p }: Shape) {
  const made = db
    .selectFrom('events_attendance as x')
    .where('x.event_id', '=', text(p, 'event'))
    .where('x.session_id', '=', text(p, 'session'))
    .$if(slice.attendeeId !== undefined, (q) => q.where('x.attendee_id', '=', text(p, 'attendee')))
    .$if(slice.registrationId !== undefined, (q) => q.where('x.attendee_id', 'in', membersOf(db, p)))
    .$if(slice.status !== undefined, (q) => q.where('x.status', '=', text(p, 'status') as AttendanceStatus))
  if (kind === 'record-count') return made.select((eb) => eb.fn.countAll<number>().as('count'))
  return made
    .$if(page?.after !== undefined, (q) => q.where('x.attendee_id', beyond(page), text(p, 'after')))
    .selectAll()
    .orderBy('x.attendee_id', direction(page))
    .limit(limitOf(p))
}

/** Reads an index and no attendance. */
function buildEnd(db: Kysely<EventsTables>, { slice, page, p }: Shape) {
  const offset = COMPARED - 1
  if (slice.expected === 'enrolled')
    return db
      .selectFrom('events_enrolments as e')
      .select('e.attendee_id')
      .where('e.session_id', '=', text(p, 'session'))
      .$if(page?.after !== undefined, (q) => q.where('e.attendee_id', beyond(page), text(p, 'after')))
      .orderBy('e.attendee_id', direction(page))
      .limit(limitOf(p))
      .offset(offset)
  return db
    .selectFrom('events_attendees as a')
    .select('a.id as attendee_id')
    .where('a.event_id', '=', text(p, 'event'))
    .where('a.status', '=', 'active')
    .$if(page?.after !== undefined, (q) => q.where('a.id', beyond(page), text(p, 'after')))
    .orderBy('a.id', direction(page))
    .limit(limitOf(p))
    .offset(offset)
}

function buildEnrolled(db: Kysely<EventsTables>, { kind, slice, page, p }: Shape) {
  const made = db
    .selectFrom('events_enrolments as e')
    .where('e.session_id', '=', text(p, 'session'))
    .where('e.status', '=', 'registered')
    .where(hasNoRecord(p, 'e.attendee_id'))
    .$if(slice.attendeeId !== undefined, (q) => q.where('e.attendee_id', '=', text(p, 'attendee')))
    .$if(slice.registrationId !== undefined, (q) => q.where('e.attendee_id', 'in', membersOf(db, p)))
  if (kind === 'absent-count') return made.select((eb) => eb.fn.countAll<number>().as('count'))
  return made
    .$if(page?.after !== undefined, (q) => q.where('e.attendee_id', beyond(page), text(p, 'after')))
    .$if(page?.end !== undefined, (q) => q.where('e.attendee_id', upTo(page), text(p, 'end')))
    .select(['e.attendee_id', 'e.registration_id'])
    .orderBy('e.attendee_id', direction(page))
    .limit(limitOf(p))
}

/** Without types, everyone of the event is expected. */
function buildActive(db: Kysely<EventsTables>, { kind, slice, page, p }: Shape) {
  const types =
    typeof slice.expected === 'string' ? [] : slice.expected.map((_id, index) => text(p, `t${index}`))
  const made = db
    .selectFrom('events_attendees as a')
    .where('a.event_id', '=', text(p, 'event'))
    .where('a.status', '=', 'active')
    .where('a.deleted_at', 'is', null)
    .where(hasNoRecord(p, 'a.id'))
    .$if(types.length > 0, (q) =>
      q.where((eb) =>
        eb.exists(
          eb
            .selectFrom('events_registrations as r')
            .select('r.id')
            .whereRef('r.id', '=', 'a.registration_id')
            .where('r.registration_type_id', 'in', types),
        ),
      ),
    )
    .$if(slice.attendeeId !== undefined, (q) => q.where('a.id', '=', text(p, 'attendee')))
    .$if(slice.registrationId !== undefined, (q) => q.where('a.id', 'in', membersOf(db, p)))
  if (kind === 'absent-count') return made.select((eb) => eb.fn.countAll<number>().as('count'))
  return made
    .$if(page?.after !== undefined, (q) => q.where('a.id', beyond(page), text(p, 'after')))
    .$if(page?.end !== undefined, (q) => q.where('a.id', upTo(page), text(p, 'end')))
    .select(['a.id as attendee_id', 'a.registration_id'])
    .orderBy('a.id', direction(page))
    .limit(limitOf(p))
}

/** A count is evaluated per attendee: engines may turn `not exists` into a join that reads every record of the place. */
function hasNoRecord(p: Values, attendee: 'e.attendee_id' | 'a.id') {
  return sql<SqlBool>`(select count(*) from events_attendance x where x.event_id = ${text(p, 'event')} and x.session_id = ${text(p, 'session')} and x.attendee_id = ${sql.ref(attendee)}) = 0`
}

/** Looked up per attendee: the index on places starts with the place and continues with the attendee. */
function membersOf(db: Kysely<EventsTables>, p: Values) {
  return db
    .selectFrom('events_attendees as m')
    .select('m.id')
    .where('m.registration_id', '=', text(p, 'registration'))
}

function text(p: Values, name: string): string {
  return p[name] as string
}

function beyond(page: AttendancePage | undefined): '<' | '>' {
  return page?.backward === true ? '<' : '>'
}

function upTo(page: Part | undefined): '>=' | '<=' {
  return page?.backward === true ? '>=' : '<='
}

function direction(page: AttendancePage | undefined): 'asc' | 'desc' {
  return page?.backward === true ? 'desc' : 'asc'
}

function limitOf({ limit }: Values): number {
  return limit as number
}
