import { registration } from '../../base/services.ts'
import { type GroupAnswer, readGroups, type SessionAnswer, type TypeAnswer } from '../base/event-parts.ts'
import { findHidden } from '../form/offer.ts'

/** What options can refer to. */
export type Parts = {
  readonly types: readonly TypeAnswer[]
  readonly sessions: readonly SessionAnswer[]
  readonly groups: readonly GroupAnswer[]
  /** Option groups that no form shows. */
  readonly hidden: ReadonlySet<string>
}

export async function readParts(eventId: string, signal: AbortSignal): Promise<Parts> {
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
    hidden: await findHidden(eventId, { groups, typeIds }, signal),
  }
}
