import { useAsked } from '../../ui/ask.ts'
import { type consoleEvents, registration } from '../services.ts'

export type Registration = Awaited<ReturnType<typeof consoleEvents.readRegistrations>>['body']['data'][number]
export type Attendee = Registration['attendees'][number]
export type Status = Registration['status']
type FormAnswer = Extract<
  Awaited<ReturnType<typeof registration.getRegistrationForm>>['body'],
  { sections: unknown }
>
type Section = FormAnswer['sections'][number]
export type FormField = Section['fields'][number]
type Listed<T> = T extends { data: readonly (infer I)[] } ? Exclude<I, { deleted: true }> : never
type TypeAnswer = Listed<Awaited<ReturnType<typeof registration.listRegistrationTypes>>['body']>
export type GroupAnswer = Listed<Awaited<ReturnType<typeof registration.listOptionGroups>>['body']>
export type SessionAnswer = Listed<Awaited<ReturnType<typeof registration.listEventSessions>>['body']>

/** What an event's registrations are made of, as far as their tables and forms need it. */
export type Setting = {
  readonly types: readonly TypeAnswer[]
  readonly groups: readonly GroupAnswer[]
  readonly sessions: readonly SessionAnswer[]
  /** The fields that are asked now, of every type, by their names. */
  readonly fields: readonly FormField[]
}

const MOST_TYPES = 20

export function useSetting(eventId: string) {
  return useAsked(`setting ${eventId}`, (signal) => readSetting(eventId, signal))
}

async function readSetting(eventId: string, signal: AbortSignal): Promise<Setting> {
  const of = { params: { eventId }, query: { pageSize: 200 }, signal } as const
  const [types, groups, sessions] = await Promise.all([
    registration.listRegistrationTypes(of).then(itemsOf),
    registration.listOptionGroups(of).then(itemsOf),
    registration.listEventSessions(of).then(itemsOf),
  ])
  const typeIds = [undefined, ...types.slice(0, MOST_TYPES).map(({ id }) => id)]
  const forms = await Promise.all(typeIds.map((typeId) => readForm(eventId, typeId, signal)))
  const fields = new Map<string, FormField>()
  for (const { sections } of forms)
    for (const field of sections.flatMap((section) => section.fields))
      if (!fields.has(field.name)) fields.set(field.name, field)
  return { types, groups, sessions, fields: [...fields.values()] } as Setting
}

/** The form that a registration of the type is asked now. */
export async function readForm(
  eventId: string,
  registrationTypeId: string | undefined,
  signal: AbortSignal,
): Promise<FormAnswer> {
  const query = registrationTypeId === undefined ? {} : { registrationTypeId }
  const { body } = await registration.getRegistrationForm({ params: { eventId }, query, signal })
  return body as FormAnswer
}

function itemsOf<T>({ body }: { body: { data: readonly T[] } | object }): Exclude<T, { deleted: true }>[] {
  const { data } = body as { data: readonly T[] }
  return data.filter(
    (item): item is Exclude<T, { deleted: true }> =>
      !(typeof item === 'object' && item !== null && 'deleted' in item),
  )
}
