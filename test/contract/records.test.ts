import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  attendanceNames,
  attendeeNames,
  contactNames,
  eventNames,
  groupNames,
  optionNames,
  registrationNames,
  sessionNames,
  typeNames,
} from '../../src/events/columns.ts'
import { openSnapshot, type Snapshot } from '../../src/kernel/database/maintenance/snapshot.ts'
import { addressOf } from '../app/commands/program.ts'
import { onEachEngine } from '../engines.ts'

const records = {
  events_events: eventNames,
  events_types: typeNames,
  events_groups: groupNames,
  events_options: optionNames,
  events_sessions: sessionNames,
  events_registrations: registrationNames,
  events_attendees: attendeeNames,
  events_attendance: attendanceNames,
  events_contacts: contactNames,
}

onEachEngine('the columns of a record', (place) => {
  let snapshot: Snapshot
  beforeAll(async () => {
    snapshot = await openSnapshot(addressOf(place()))
  })
  afterAll(() => snapshot.close())

  it.each(Object.entries(records))('are those of %s', async (name, { fixed, changing }) => {
    const table = (await snapshot.listTables()).find((one) => one.name === name)
    const written: readonly string[] = [...fixed, ...changing]
    expect([...written].sort()).toEqual([...(table?.columns ?? [])].sort())
  })
})
