import type { Entry } from './entry.ts'

/** The page about what an entry refers to; undefined if there is none, or the entry says that it was deleted. */
export function pageOf({ action, record, applicationId }: Entry): `/${string}` | undefined {
  const [kind = '', id = ''] = record.split(':')
  if (/\.(delete[A-Z]\w*List|deleteEvent|remove)$/.test(action)) return undefined
  if (kind === 'event') return `/events/${id}`
  if (kind === 'contact-list') return `/contacts/${id}`
  if (kind === 'application' || kind === 'webhook') return `/${kind}s/${id}`
  if (kind === 'api-key') return applicationId === null ? '/applications' : `/applications/${applicationId}`
  return kind === 'operator' || kind === 'organisation' ? '/operators' : undefined
}

/** The registration of the person that an entry is about. */
export function registrationPageOf({ record, registrationId }: Entry): `/${string}` | undefined {
  const [kind, eventId] = record.split(':')
  if (kind !== 'event' || registrationId === null) return undefined
  return `/events/${eventId}/registrations/${registrationId}`
}
