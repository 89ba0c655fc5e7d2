import type { Transaction } from '../../../kernel/database/database.ts'
import { indexAttendee } from '../../attendee/attendee.ts'
import { replaceAttendee } from '../../attendee/attendee-store.ts'
import { ConfigurationChanged } from '../../configuration/configuration.ts'
import { personRecord } from '../../records/attendee.ts'
import { registrantRecord } from '../../records/registration.ts'
import type { AttendeeRow, RegistrationRow } from '../../records/tables.ts'
import { nextVersion } from '../../tracking.ts'
import { membersOf } from '../registration-members.ts'
import { type Plan, type PlannedAttendee, plannedColumns } from '../registration-plan.ts'
import { type Answered, addAnswers, removeAnswers } from '../registration-store.ts'
import type { Held } from './transition.ts'

/** Whether the registration already matches the plan. The order of options and sessions is ignored. */
export function isAsPlanned({ row, attendees }: Held, plan: Plan): boolean {
  const { options, session_ids, ...columns } = plannedColumns(membersOf(row), plan)
  return (
    isSame(row, { ...columns, form_version: plan.stored?.version ?? null }) &&
    sorted(row.options) === sorted(options) &&
    sorted(row.session_ids) === sorted(session_ids) &&
    attendees.every((attendee, index) => isSame(attendee, columnsOf(plan.attendees[index])))
  )
}

function sorted(list: string): string {
  const items = JSON.parse(list) as (string | object)[]
  const written = items.map((item) =>
    JSON.stringify(typeof item === 'string' ? item : Object.entries(item).sort()),
  )
  return written.sort().join()
}

function isSame<R extends object>(row: R, columns: Partial<R>): boolean {
  return Object.entries(columns).every(([name, value]) => row[name as keyof R] === value)
}

function columnsOf(planned: PlannedAttendee | undefined): Partial<AttendeeRow> {
  if (planned === undefined) return {}
  return { ...personRecord.toRow(planned.person, ''), answers: JSON.stringify(planned.answers) }
}

/** Saves only attendees that have changed, with the words by which each is found. */
export async function savePeople(
  tx: Transaction,
  held: Held,
  { plan, row }: { plan: Plan; row: RegistrationRow },
): Promise<AttendeeRow[]> {
  // Withdrawing the link withdraws the tickets too.
  const isRenewed = row.link_generation !== held.row.link_generation
  const saved: AttendeeRow[] = []
  for (const [index, attendee] of held.attendees.entries()) {
    const renewed = isRenewed ? { ticket_generation: attendee.ticket_generation + 1 } : {}
    const planned = plan.attendees[index]
    const columns = { ...columnsOf(planned), ...renewed }
    const answered = { stored: plan.stored, answers: planned?.answers ?? {} }
    const changed = await savePerson(tx, held, { attendee, columns, answered })
    const isRenamed =
      attendee.is_guest === 0 && !isSame(held.row, registrantRecord.toRow(plan.registrant, ''))
    if (changed !== attendee || isRenamed) await indexAttendee(tx, changed, row)
    saved.push(changed)
  }
  return saved
}

type Saving = { attendee: AttendeeRow; columns: Partial<AttendeeRow>; answered: Answered }

async function savePerson(
  tx: Transaction,
  { moment }: Held,
  { attendee, columns, answered }: Saving,
): Promise<AttendeeRow> {
  if (isSame(attendee, columns)) return attendee
  const changed = { ...attendee, ...columns, ...nextVersion(attendee, moment) }
  if (!(await replaceAttendee(tx, changed, attendee.version))) throw new ConfigurationChanged()
  if (changed.answers === attendee.answers) return changed
  await removeAnswers(tx, attendee.id)
  await addAnswers(tx, changed, answered)
  return changed
}
