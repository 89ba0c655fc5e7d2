import { defined } from '../../../ui/defined.ts'
import { readWhole } from '../../../ui/lists/whole-list.ts'
import { listPage } from '../../base/list-page.ts'
import { type Answered, registration } from '../../base/services.ts'

export type TypeAnswer = Answered<typeof registration.getRegistrationType>
export type GroupAnswer = Answered<typeof registration.getOptionGroup>
export type SessionAnswer = Answered<typeof registration.getEventSession>

const AT_ONCE = 200

/** All registration types of an event, in order. */
export function readTypes(eventId: string, signal: AbortSignal) {
  return readWhole((cursor) => listPage(registration.listRegistrationTypes(pageOf(eventId, cursor, signal))))
}

export function readGroups(eventId: string, signal: AbortSignal) {
  return readWhole((cursor) => listPage(registration.listOptionGroups(pageOf(eventId, cursor, signal))))
}

export function readSessions(eventId: string, signal: AbortSignal) {
  return readWhole((cursor) => listPage(registration.listEventSessions(pageOf(eventId, cursor, signal))))
}

function pageOf(eventId: string, cursor: string | undefined, signal: AbortSignal) {
  return { params: { eventId }, query: defined({ pageSize: AT_ONCE, cursor }), signal }
}
