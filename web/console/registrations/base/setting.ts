import { useAsked } from '../../../ui/ask.ts'
import { type consoleEvents, registration } from '../../base/services.ts'
import {
  type GroupAnswer,
  readGroups,
  readSessions,
  readTypes,
  type SessionAnswer,
  type TypeAnswer,
} from '../../events/base/event-parts.ts'

export type Registration = Awaited<ReturnType<typeof consoleEvents.readRegistrations>>['body']['data'][number]
export type Attendee = Registration['attendees'][number]
export type Status = Registration['status']
type FormAnswer = Extract<
  Awaited<ReturnType<typeof registration.getRegistrationForm>>['body'],
  { sections: unknown }
>
type Section = FormAnswer['sections'][number]
export type FormField = Section['fields'][number]

/** The parts of an event that tables and forms of registrations need. */
export type Setting = {
  readonly types: readonly TypeAnswer[]
  readonly groups: readonly GroupAnswer[]
  readonly sessions: readonly SessionAnswer[]
  /** The fields of the current forms of all types, by name. */
  readonly fields: readonly FormField[]
}

const FORMS_AT_ONCE = 20

export function useSetting(eventId: string) {
  return useAsked(`setting ${eventId}`, (signal) => readSetting(eventId, signal))
}

async function readSetting(eventId: string, signal: AbortSignal): Promise<Setting> {
  const [types, groups, sessions] = await Promise.all([
    readTypes(eventId, signal),
    readGroups(eventId, signal),
    readSessions(eventId, signal),
  ])
  const typeIds = [undefined, ...types.map(({ id }) => id)]
  const fields = new Map<string, FormField>()
  for (let at = 0; at < typeIds.length; at += FORMS_AT_ONCE) {
    const some = typeIds.slice(at, at + FORMS_AT_ONCE)
    for (const { sections } of await Promise.all(some.map((typeId) => readForm(eventId, typeId, signal))))
      for (const field of sections.flatMap((section) => section.fields))
        if (!fields.has(field.name)) fields.set(field.name, field)
  }
  return { types, groups, sessions, fields: [...fields.values()] } as Setting
}

/** The form that new registrations of the type get. */
export async function readForm(
  eventId: string,
  registrationTypeId: string | undefined,
  signal: AbortSignal,
): Promise<FormAnswer> {
  const query = registrationTypeId === undefined ? {} : { registrationTypeId }
  const { body } = await registration.getRegistrationForm({ params: { eventId }, query, signal })
  return body as FormAnswer
}
