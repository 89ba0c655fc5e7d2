import type { Rows } from './recorder.ts'

/** The tables that registrations fill. Their indexes are made when the rows are there. */
export const tables = ['events_registrations', 'events_attendees', 'events_answers', 'events_texts'] as const

/** What the registrations' statuses add up to, counted again. */
export const RECOUNT = `update events_status_counts set
  registrations = (select count(*) from events_registrations r where r.event_id = events_status_counts.event_id
    and r.status = events_status_counts.status and r.deleted_at is null),
  people = (select coalesce(sum(r.seats), 0) from events_registrations r where r.event_id = events_status_counts.event_id
    and r.status = events_status_counts.status and r.deleted_at is null)`

/** Past the server, which is not running: nothing is durable before `finish`. */
export type Bulk = {
  insert(table: string, rows: Rows): Promise<void>
  takePlaces(id: string, seats: number): Promise<void>
  /** Makes the indexes, and tells the engine what is there. */
  finish(): Promise<void>
}
