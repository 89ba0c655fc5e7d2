import type { Principal } from '../../../kernel/contract/operation.ts'
import { eventScope, presentEvents } from '../../configuration/event.ts'
import type { Events } from '../../events.ts'
import { between, equals, withWords } from '../../lists/filters.ts'
import { event } from '../../records/event.ts'
import type { EventRow } from '../../records/tables.ts'

type EventQuery = { status?: string; format?: string; startFrom?: string; startTo?: string; q?: string }

export function eventList(
  { database }: Events,
  { query, principal }: { query: EventQuery; principal: Principal },
) {
  const { organisationId } = principal
  return {
    name: `events/${organisationId}`,
    table: 'events_events' as const,
    filters: [
      ...equals('organisation_id', organisationId),
      ...equals('status', query.status),
      ...equals('format', query.format),
      ...between('starts_at', query),
      ...withWords(database.capabilities, eventScope(organisationId), query.q),
    ],
    order: ['id' as const],
  }
}

export function eventPresentation(service: Events) {
  return { schema: event, present: (rows: readonly EventRow[]) => presentEvents(service, rows) }
}
