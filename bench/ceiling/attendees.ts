import type { ServerResponse } from 'node:http'
import { crc32 } from 'node:zlib'
import type { Database } from './database.ts'
import { keyedHeaders, refuse, sendJson } from './http.ts'

export type AttendeeRow = {
  id: string
  event_id: string
  registration_id: string
  contact_id: string | null
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
  company: string | null
  title: string | null
  status: string
  checked_in: number
  checked_in_at: number | null
  checked_out_at: number | null
  answers: string
  is_guest: number
  primary_attendee_id: string | null
  external_references: string
  created_at: number
  updated_at: number
  version: number
}
type Enrolment = { attendee_id: string; session_id: string }

const SESSIONS = `select attendee_id, session_id from events_enrolments where status <> 'cancelled' and attendee_id in`
const PAGE = `select * from events_attendees where event_id = ? and deleted_at is null and id > ? order by id limit ?`

export function createAttendeeRead({ db }: Database) {
  const find = db.prepare('select * from events_attendees where id = ? and deleted_at is null')
  const findSessions = db.prepare(`${SESSIONS} (?)`)
  return (id: string, response: ServerResponse) => {
    const row = find.get(id) as AttendeeRow | undefined
    if (row === undefined) return refuse(response, 404)
    const sessions = (findSessions.all(id) as Enrolment[]).map(({ session_id }) => session_id).sort()
    const etag = `"${row.version}-${crc32(sessions.join())}"`
    sendJson(response, 200, describeAttendee(row, sessions), { ...keyedHeaders, etag })
  }
}

type Asked = { event: string; query: string; response: ServerResponse }

export function createAttendeePages({ db }: Database) {
  const page = db.prepare(PAGE)
  const findLast = db.prepare('select last from events_changes')
  return ({ event, query, response }: Asked) => {
    const asked = new URLSearchParams(query)
    const [size, cursor] = [Number(asked.get('pageSize')), asked.get('cursor')]
    const after = cursor === null ? '' : Buffer.from(cursor, 'base64url').toString()
    const found = page.all(event, after, size + 1) as AttendeeRow[]
    const rows = found.slice(0, size)
    const ids = rows.map(({ id }) => id)
    const sessions = new Map<string, string[]>()
    const enrolments = db.prepare(`${SESSIONS} (${ids.map(() => '?').join()})`).all(...ids) as Enrolment[]
    for (const { attendee_id, session_id } of enrolments)
      sessions.set(attendee_id, [...(sessions.get(attendee_id) ?? []), session_id])
    const cursorAt = (row: AttendeeRow | undefined) =>
      row === undefined ? null : Buffer.from(row.id).toString('base64url')
    const { last } = findLast.get() as { last: number }
    const paging = {
      pageSize: size,
      nextCursor: found.length > size ? cursorAt(rows.at(-1)) : null,
      prevCursor: cursor === null ? null : cursorAt(rows[0]),
    }
    const data = rows.map((row) => describeAttendee(row, sessions.get(row.id) ?? []))
    sendJson(response, 200, { data, paging }, { ...keyedHeaders, 'x-sync-token': String(last + 1) })
  }
}

export function describeAttendee(row: AttendeeRow, sessionIds: readonly string[]): object {
  return {
    id: row.id,
    eventId: row.event_id,
    registrationId: row.registration_id,
    contactId: row.contact_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    company: row.company,
    title: row.title,
    status: row.status,
    checkedIn: row.checked_in === 1,
    checkedInAt: timeOf(row.checked_in_at),
    checkedOutAt: timeOf(row.checked_out_at),
    answers: JSON.parse(row.answers),
    sessionIds,
    isGuest: row.is_guest === 1,
    primaryAttendeeId: row.primary_attendee_id,
    externalReferences: JSON.parse(row.external_references),
    createdAt: timeOf(row.created_at),
    updatedAt: timeOf(row.updated_at),
    version: row.version,
  }
}

function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
