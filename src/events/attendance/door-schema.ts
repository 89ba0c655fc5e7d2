import * as Type from 'typebox'
import { attendance, attendanceSummary } from '../records/attendance.ts'
import { count, id, idOrNull, oneOf, time } from '../records/values.ts'

const standing = oneOf('expected', 'waiting', 'cancelled', 'not-enrolled')

/** An attendee as a door device sees them, with their attendance record there. */
export const doorPerson = Type.Object({
  attendeeId: id,
  registrationId: id,
  firstName: Type.String(),
  lastName: Type.String(),
  typeId: idOrNull,
  confirmationNumber: Type.String(),
  standing,
  record: Type.Union([attendance, Type.Null()]),
})
export type DoorPersonAnswer = Type.Static<typeof doorPerson>

const sessionCounts = Type.Object({ id, ...attendanceSummary.properties })

export const attendanceBoard = Type.Object({
  at: time,
  isOver: Type.Boolean(),
  summary: attendanceSummary,
  latest: Type.Array(doorPerson),
  sessions: Type.Optional(Type.Array(sessionCounts)),
})

export const attendanceFlow = Type.Object({
  from: time,
  slotSeconds: count,
  counts: Type.Array(count),
})
