import { formOfVersion } from '../../configuration/form.ts'
import type { AttendeeInput } from '../../records/attendee.ts'
import { registrantRecord } from '../../records/registration.ts'
import type { AttendeeRow } from '../../records/tables.ts'
import { attendeeInput, type Members, type MembersChange } from '../registration-members.ts'
import type { Held } from './transition.ts'

const MEMBERS = ['firstName', 'lastName', 'email', 'phone', 'company', 'title'] as const

type Change = Pick<MembersChange, 'members' | 'people'>

/**
 * Changing a registration's address hands it over to another person. If the primary attendee was the registrant, the
 * attendee becomes the new person too, and answers that repeated the old name or address are updated.
 */
export function handOver(held: Held, { members, people }: Change): Change {
  const [primary, ...guests] = held.attendees
  if (people !== undefined || primary === undefined || !isRegistrant(held, primary))
    return { members, people }
  const followed = followRegistrant(held, attendeeInput(primary), members)
  return {
    members: { ...members, answers: withoutRepeated(held, members) },
    people: [followed, ...guests.map(attendeeInput)],
  }
}

function isRegistrant({ row }: Held, { first_name, last_name, email_key }: AttendeeRow): boolean {
  const hasName = first_name === row.first_name && last_name === row.last_name
  return hasName && (email_key === null || email_key === row.email_key)
}

/** Updates each member that equalled the registrant's. */
function followRegistrant({ row }: Held, person: AttendeeInput, { registrant }: Members): AttendeeInput {
  const old = registrantRecord.toInput(row, {})
  const moved = MEMBERS.filter((name) => (person[name] ?? null) === (old[name] ?? null))
  return { ...person, ...Object.fromEntries(moved.map((name) => [name, registrant[name] ?? null])) }
}

function withoutRepeated({ configuration, row }: Held, { answers }: Members): Members['answers'] {
  const [typeId, version] = [row.registration_type_id, row.form_version]
  const fields = formOfVersion(configuration, { typeId, version })?.form.sections.flatMap((one) => one.fields)
  const [old, before] = [registrantRecord.toInput(row, {}), JSON.parse(row.answers) as Members['answers']]
  const repeated = (fields ?? []).flatMap(({ name, personalData }) => {
    const isKept = answers[name] === before[name]
    return personalData !== null && isKept && before[name] === old[personalData] ? [name] : []
  })
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !repeated.includes(name)))
}
