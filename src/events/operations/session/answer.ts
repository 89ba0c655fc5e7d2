import { presentSessions } from '../../configuration/session.ts'
import type { Events } from '../../events.ts'
import { between, equals } from '../../lists/filters.ts'
import { session } from '../../records/session.ts'
import type { SessionRow } from '../../records/tables.ts'

type SessionQuery = { track?: string; room?: string; status?: string; startFrom?: string; startTo?: string }

export function eventSessionList({ params, query }: { params: { eventId: string }; query: SessionQuery }) {
  return {
    name: `sessions/${params.eventId}`,
    table: 'events_sessions' as const,
    filters: [...equals('event_id', params.eventId), ...sessionFilters(query)],
    order: ['starts_at' as const, 'id' as const],
  }
}

export function sessionFilters(query: SessionQuery) {
  return [
    ...equals('track', query.track),
    ...equals('room', query.room),
    ...equals('status', query.status),
    ...between('starts_at', query),
  ]
}

export function sessionPresentation(service: Events) {
  return { schema: session, present: (rows: readonly SessionRow[]) => presentSessions(service, rows) }
}
