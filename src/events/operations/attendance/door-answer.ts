import type { Door } from '../../attendance/attendance-door.ts'
import { isOver } from '../../attendance/attendance-door.ts'
import { absenceAnswer, attendanceAnswer } from '../../attendance/attendance-record.ts'
import type { DoorPerson } from '../../attendance/door-people.ts'
import type { DoorPersonAnswer } from '../../attendance/door-schema.ts'

/** An attendee who is not expected and has not come has no record. */
export function doorPersonAnswer(door: Door, now: number): (person: DoorPerson) => DoorPersonAnswer {
  return ({ attendee, confirmationNumber, typeId, standing, record }) => {
    const absent = { attendee_id: attendee.id, registration_id: attendee.registration_id }
    const none = standing === 'expected' ? absenceAnswer(door, absent, isOver(door, now)) : null
    return {
      attendeeId: attendee.id,
      registrationId: attendee.registration_id,
      firstName: attendee.first_name,
      lastName: attendee.last_name,
      typeId,
      confirmationNumber,
      standing,
      record: record === undefined ? none : attendanceAnswer(record),
    }
  }
}
