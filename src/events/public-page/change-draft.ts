import { Fault } from '../../kernel/base/fault.ts'
import { isOpenTo } from '../attendee/attendee.ts'
import { formOfVersion } from '../configuration/form.ts'
import type { Configuration, StoredForm } from '../configured.ts'
import type { Answers, Form } from '../form/definition.ts'
import { writeEntries } from '../form/entries.ts'
import { isEmailAddress } from '../form/values/addresses.ts'
import type { AttendeeInput } from '../records/attendee.ts'
import type { AttendeeRow } from '../records/tables.ts'
import type { Held } from '../registration/changes/transition.ts'
import { attendeeInput, type Members, membersOf } from '../registration/registration-members.ts'
import type { Draft, PersonDraft } from './draft.ts'
import {
  answersOfDraft,
  groupsAsked,
  guestOf,
  isAskedOfGuests,
  optionsOfDraft,
  personOf,
} from './page-input.ts'

/** Computes the changed registration from the submitted form; anything that the page does not ask about stays. */
export function changeOfDraft(held: Held, draft: Draft): { members: Members; people: AttendeeInput[] } {
  const { configuration, row, attendees } = held
  const typeId = row.registration_type_id
  const stored = formOfVersion(configuration, { typeId, version: row.form_version })
  checkPeople(draft, attendees.length)
  const { timezone } = configuration.event
  const asked: AskedBy = { stored, timezone }
  const known = membersOf(row)
  const { firstName, lastName } = personOf(draft.registrant)
  const read = answersOfDraft(stored, draft, timezone)
  const answers = untouched(asked, { known: known.answers, person: draft.registrant, read })
  const moved = { before: known.answers, after: answers }
  const people = attendees.map((attendee, index): AttendeeInput => {
    if (index > 0) return guestAfter(asked, attendee, draft.guests[index - 1])
    const primary = follow(stored, attendeeInput(attendee), moved)
    // If someone else registered the attendee, the attendee's name is kept.
    const isRegistrant = attendee.first_name === row.first_name && attendee.last_name === row.last_name
    return isRegistrant ? { ...primary, firstName, lastName } : primary
  })
  const registrant = { ...follow(stored, known.registrant, moved), firstName, lastName }
  const choices = choicesOf(configuration, { typeId, stored }, { known, draft })
  return { members: { ...known, registrant, answers, ...choices }, people }
}

type AskedBy = { readonly stored: StoredForm | undefined; readonly timezone: string }

const EMPTY: Form = { sections: [] }
const MEMBERS = ['phone', 'company', 'title'] as const

/** If a member and the answer of its linked field were equal, the member follows a change of the answer. */
function follow<P extends { readonly [member in (typeof MEMBERS)[number]]?: string | null }>(
  stored: StoredForm | undefined,
  person: P,
  { before, after }: { before: Answers; after: Answers },
): P {
  const fields = (stored?.form ?? EMPTY).sections.flatMap((section) => section.fields)
  const moved = fields.flatMap(({ name, personalData }): [string, string | null][] => {
    const member = MEMBERS.find((one) => one === personalData)
    if (member === undefined || !person[member] || person[member] !== before[name]) return []
    const answer = after[name]
    return [[member, typeof answer === 'string' ? answer : null]]
  })
  return { ...person, ...Object.fromEntries(moved) }
}

type Sent = { known: Answers; person: PersonDraft; read: Record<string, unknown> }

/** Keeps the stored answer if the control still shows it: a control has no seconds, so a stored time would lose them. */
function untouched({ stored, timezone }: AskedBy, { known, person, read }: Sent): Record<string, unknown> {
  const shown = writeEntries(stored?.form ?? EMPTY, known, timezone)
  const kept = Object.entries(read).map(([name, answer]) => {
    const isShown = typeof shown[name] === 'string' && shown[name] === person.entries[name]
    return [name, isShown ? known[name] : answer]
  })
  return Object.fromEntries(kept)
}

/** Keeps answers of a guest to fields that the page does not ask guests about. */
function guestAfter(asked: AskedBy, attendee: AttendeeRow, guest: PersonDraft | undefined): AttendeeInput {
  const before = attendeeInput(attendee)
  if (guest === undefined) return before
  const { stored, timezone } = asked
  const { answers: read, email, ...names } = guestOf(stored, guest, timezone)
  const known = before.answers ?? {}
  const fields = new Map(
    (stored?.form ?? EMPTY).sections.flatMap((section) => section.fields.map((field) => [field.name, field])),
  )
  const unasked = Object.entries(known).filter(([name]) => {
    const field = fields.get(name)
    return field !== undefined && !isAskedOfGuests(field)
  })
  const answers = {
    ...Object.fromEntries(unasked),
    ...untouched(asked, { known, person: guest, read }),
  }
  const followed = follow(stored, before, { before: known, after: answers })
  return { ...followed, ...names, email: email ?? null, answers }
}

type Choices = Pick<Members, 'options' | 'sessionIds'>

/** Choices on the page are taken from the form; choices that the page does not show are kept. */
function choicesOf(
  configuration: Configuration,
  { typeId, stored }: { typeId: string | null; stored: StoredForm | undefined },
  { known, draft }: { known: Choices; draft: Draft },
): Choices {
  const groups = new Set(groupsAsked(configuration, { typeId, stored }).map(({ id }) => id))
  const sent = optionsOfDraft(configuration, { typeId, stored }, draft)
  const options = [...configuration.groups.values()].flatMap((group) => group.options)
  const closed = new Set(options.flatMap(({ id, status }) => (status === 'closed' ? [id] : [])))
  const isKept = ({ groupId, optionId }: Choices['options'][number]) =>
    !groups.has(groupId) || (closed.has(optionId) && !sent.some((one) => one.groupId === groupId))
  const bound = new Set(options.map(({ session_id }) => session_id))
  const isOffered = (id: string) => {
    const session = configuration.sessions.get(id)
    if (session === undefined || stored?.sessionSelection.max === 0) return false
    if (session.included === 1 || session.status !== 'active' || bound.has(id)) return false
    return isOpenTo(session, typeId)
  }
  return {
    options: [...known.options.filter(isKept), ...sent],
    sessionIds: [...known.sessionIds.filter((id) => !isOffered(id)), ...draft.sessionIds.filter(isOffered)],
  }
}

function checkPeople(draft: Draft, count: number): void {
  const guests = draft.guests.slice(0, count - 1)
  const errors = [draft.registrant, ...guests].map(personOf).flatMap((person, index) =>
    (['firstName', 'lastName'] as const)
      .filter((name) => person[name] === '' || person[name].length > 200)
      .map((name) => ({
        pointer: index === 0 ? `/registrant/${name}` : `/attendees/${index}/${name}`,
        code: person[name] === '' ? 'required' : 'maxLength',
        message: person[name] === '' ? 'is required' : 'is longer than 200 characters',
      })),
  )
  const addresses = guests.flatMap(({ email }, index) => {
    const address = email.trim()
    if (address === '' || isEmailAddress(address)) return []
    return [{ pointer: `/attendees/${index + 1}/email`, code: 'format', message: 'is no e-mail address' }]
  })
  if (errors.length + addresses.length > 0) throw new Fault('invalid', { errors: [...errors, ...addresses] })
}
