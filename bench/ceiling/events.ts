import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Seed } from '../seed-file.ts'
import { createAttendeePages, createAttendeeRead } from './attendees.ts'
import type { Database } from './database.ts'
import { type Handlers, readBody, refuse } from './http.ts'
import { createRegister } from './registrations.ts'

const PLACE = `insert into events_places (
  id, event_id, kind, capacity, taken, held, waiting, line, revision, checked_in, checked_out, walk_ins)
  values (?, ?, ?, 10000000, 0, 0, 0, 0, 1, 0, 0, 0)`

/** The tables are Lanyard's own: what has to be found by an index is the contract's choice, not the program's. */
export function eventHandlers(database: Database, { events }: Seed): Handlers {
  const { db } = database
  for (const statement of events.schema) db.exec(statement)
  db.exec('insert into events_changes values (1, 0, 0)')
  const addPlace = db.prepare(PLACE)
  const { eventId, typeId, option } = events
  for (const id of [eventId, typeId, option.optionId]) addPlace.run(id, eventId, 'event')
  const known = new Map([[hash(events.apiKey), events.organisationId]])
  const register = createRegister(database, events)
  const readAttendee = createAttendeeRead(database)
  const readPage = createAttendeePages(database)
  const owns = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (known.has(hash(String(request.headers['x-api-key'])))) return true
    refuse(response, 401)
    return false
  }
  return {
    'POST /registration/api': (request, response) => {
      if (owns(request, response)) readBody(request, (text) => register(text, response))
    },
    'GET /registration/api': (request, response, rest) => {
      if (!owns(request, response)) return
      const path = rest.split('?', 1)[0] ?? ''
      const [, , event = '', , attendee] = path.split('/')
      if (attendee !== undefined) readAttendee(attendee, response)
      else readPage({ event, query: rest.slice(path.length + 1), response })
    },
  }
}

function hash(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
