import { registration } from '../../base/services.ts'
import { readSessions, type SessionAnswer } from './event-parts.ts'

export type SessionChoice = Pick<SessionAnswer, 'id' | 'title' | 'room' | 'start'> & { timezone: string }

/** Sessions that are not cancelled, ordered by start. */
export async function listAllSessions(eventId: string, signal: AbortSignal): Promise<SessionChoice[]> {
  const [event, sessions] = await Promise.all([
    registration.getEvent({ params: { eventId }, query: {}, signal }),
    readSessions(eventId, signal),
  ])
  const timezone = event.status === 200 ? event.body.timezone : 'UTC'
  return sessions
    .filter(({ status }) => status !== 'cancelled')
    .map(({ id, title, room, start }) => ({ id, title, room, start, timezone }))
}
