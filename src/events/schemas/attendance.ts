import * as Type from 'typebox'
import { closed } from '../../kernel/contract/schema.ts'
import {
  count,
  id,
  idOrNull,
  oneOf,
  optional,
  text,
  textOrNull,
  time,
  timeOrNull,
} from '../records/values.ts'

const method = oneOf('scan', 'manual', 'import', 'join')

/** One of `attendeeId`, `registrationId` and `ticket` is required. */
export const checkInInput = closed(
  optional({
    attendeeId: text(64),
    registrationId: text(64),
    ticket: text(2_000),
    status: oneOf('checked-in', 'checked-out'),
    at: time,
    nonce: text(200, 1),
    force: Type.Boolean(),
    mode: text(60),
    method,
    device: text(200),
    gate: text(200),
  }),
)
export type CheckInInput = Type.Static<typeof checkInInput>

/** One, or up to 1,000 that are judged one by one. */
export const checkInInputs = Type.Unsafe<CheckInInput | unknown[]>({
  ...checkInInput,
  type: ['object', 'array'],
  minItems: 1,
  maxItems: 1_000,
  items: { description: 'As one by itself.' },
})

export const attendance = Type.Object({
  id,
  eventId: id,
  sessionId: idOrNull,
  attendeeId: id,
  registrationId: id,
  status: oneOf('registered', 'checked-in', 'checked-out', 'no-show'),
  checkedInAt: timeOrNull,
  checkedOutAt: timeOrNull,
  durationSeconds: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  mode: textOrNull(),
  method: textOrNull(),
  device: textOrNull(),
  gate: textOrNull(),
  nonce: textOrNull(),
})
export type AttendanceAnswer = Type.Static<typeof attendance>

export const attendanceSummary = Type.Object({
  registered: count,
  checkedIn: count,
  checkedOut: count,
  noShow: count,
})
