import { registration } from '../../base/services.ts'
import { readGroups } from '../base/event-parts.ts'
import { findHidden } from '../form/offer.ts'

export type Parts = Awaited<ReturnType<typeof readParts>>

/** The option groups of an event, and what options can refer to. */
export async function readParts(eventId: string, signal: AbortSignal) {
  const params = { eventId }
  const [event, groups] = await Promise.all([
    registration.getEvent({ params, query: { expand: 'registrationTypes,sessions' }, signal }),
    readGroups(eventId, signal),
  ])
  const types = event.body?.registrationTypes ?? []
  const typeIds = types.map(({ id }) => id)
  return {
    types,
    sessions: event.body?.sessions ?? [],
    groups,
    /** Option groups that no form shows. */
    hidden: await findHidden(eventId, { groups, typeIds }, signal),
  }
}
