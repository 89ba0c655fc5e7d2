import * as Type from 'typebox'
import { words } from '../../lists/list-query.ts'
import { attendee } from '../../records/attendee.ts'
import { text } from '../../records/values.ts'

/** Filters for attendees, shared by both services. */
export const attendeeFilters = {
  email: Type.Optional(text(320, 1)),
  status: Type.Optional(attendee.properties.status),
  checkedIn: Type.Optional(Type.Boolean()),
  q: Type.Optional(words),
}

export const attendeeWriteProblems = [
  'not-found',
  'version-changed',
  'capacity-full',
  'not-expected',
  'already-checked-in',
] as const
