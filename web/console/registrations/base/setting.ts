import { useAsked } from '../../../ui/ask.ts'
import type { consoleEvents, Listed } from '../../base/services.ts'
import {
  type GroupAnswer,
  readGroups,
  readSessions,
  readTypes,
  type SessionAnswer,
  type TypeAnswer,
} from '../../events/base/event-parts.ts'
import type { FormAnswer } from '../../events/form/draft.ts'
import { readForm } from '../../events/form/form-parts.ts'

export type Registration = Listed<typeof consoleEvents.readRegistrations>
export type Attendee = Registration['attendees'][number]
export type Status = Registration['status']
export type FormField = FormAnswer['sections'][number]['fields'][number]

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
  const typeIds = ['', ...types.map(({ id }) => id)]
  const fields = new Map<string, FormField>()
  for (let at = 0; at < typeIds.length; at += FORMS_AT_ONCE) {
    const some = typeIds.slice(at, at + FORMS_AT_ONCE)
    for (const { sections } of await Promise.all(some.map((typeId) => readForm(eventId, typeId, signal))))
      for (const field of sections.flatMap((section) => section.fields))
        if (!fields.has(field.name)) fields.set(field.name, field)
  }
  return { types, groups, sessions, fields: [...fields.values()] } as Setting
}
