import * as Type from 'typebox'
import { closed } from '../../kernel/contract/schema.ts'
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

const MOST_ROWS = 2_000

/** Contacts of a file with their line numbers; each contact is validated when it is added to the list. */
export const importPart = closed({
  contacts: Type.Array(
    Type.Unsafe<[line: number, contact: unknown]>({
      type: 'array',
      minItems: 2,
      maxItems: 2,
      prefixItems: [{ type: 'integer', minimum: 1 }, { description: 'As a contact by itself.' }],
    }),
    { minItems: 1, maxItems: MOST_ROWS },
  ),
})

export const importStart = closed({
  /** How many parts the file has: the import starts only when all have arrived. */
  parts: Type.Integer({ minimum: 1, maximum: 1_000 }),
  fileName: Type.String({ maxLength: 200 }),
})
