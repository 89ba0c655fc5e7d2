import { afterAll, beforeAll, expect, it } from 'vitest'
import { attendanceRecord } from '../../src/events/records/attendance.ts'
import { attendeeRecord } from '../../src/events/records/attendee.ts'
import { contactRecord } from '../../src/events/records/contact.ts'
import { eventRecord } from '../../src/events/records/event.ts'
import { groupRecord, optionRecord } from '../../src/events/records/option.ts'
import { registrationRecord } from '../../src/events/records/registration.ts'
import { sessionRecord } from '../../src/events/records/session.ts'
import { typeRecord } from '../../src/events/records/type.ts'
import { openSnapshot, type Snapshot } from '../../src/kernel/database/maintenance/snapshot.ts'
import { addressOf } from '../app/commands/program.ts'
import { onEachEngine } from '../engines.ts'

const records = {
  events_events: eventRecord,
  events_types: typeRecord,
  events_groups: groupRecord,
  events_options: optionRecord,
  events_sessions: sessionRecord,
  events_registrations: registrationRecord,
  events_attendees: attendeeRecord,
  events_attendance: attendanceRecord,
  events_contacts: contactRecord,
}

onEachEngine('the columns of a record', (place) => {
  let snapshot: Snapshot
  beforeAll(async () => {
    snapshot = await openSnapshot(addressOf(place()))
  })
  afterAll(() => snapshot.close())

  it.each(Object.entries(records))('are those of %s', async (name, { columns: { fixed, changing } }) => {
    const table = (await snapshot.listTables()).find((one) => one.name === name)
    const written: readonly string[] = [...fixed, ...changing]
    expect([...written].sort()).toEqual([...(table?.columns ?? [])].sort())
  })
})
