import type { Rows } from './recorder.ts'

/** The tables that registrations fill. Their indexes are made when the rows are there. */
export const tables = ['events_registrations', 'events_attendees', 'events_answers', 'events_texts'] as const

/** Past the server, which is not running: nothing is durable before `finish`. */
export type Bulk = {
  insert(table: string, rows: Rows): Promise<void>
  takePlaces(id: string, seats: number): Promise<void>
  /** Makes the indexes, and tells the engine what is there. */
  finish(): Promise<void>
}
