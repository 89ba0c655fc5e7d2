import { registration } from '../../base/services.ts'
import { readGroups } from '../base/event-parts.ts'
import type { FormAnswer } from './draft.ts'

export type FormParts = Awaited<ReturnType<typeof readFormParts>>

/** The form of a type, or the one for everyone if the id is empty. */
export async function readForm(eventId: string, typeId: string, signal?: AbortSignal): Promise<FormAnswer> {
  const { body } = await registration.getRegistrationForm({
    params: { eventId },
    query: { registrationTypeId: typeId },
    ...(signal === undefined ? {} : { signal }),
  })
  return body as FormAnswer
}

export async function readFormParts(eventId: string, signal: AbortSignal) {
  const params = { eventId }
  const [event, groups, form] = await Promise.all([
    registration.getEvent({ params, query: { expand: 'registrationTypes,sessions' }, signal }),
    readGroups(eventId, signal),
    readForm(eventId, '', signal),
  ])
  return {
    types: event.body?.registrationTypes ?? [],
    groups,
    hasSessions: (event.body?.sessions?.length ?? 0) > 0,
    /** The version of the form for everyone: a type with the same version has no form of its own. */
    commonVersion: form.version,
  }
}
