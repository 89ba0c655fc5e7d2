import { registration } from '../services.ts'

const MOST = 2_000

export type SessionChoice = {
  id: string
  title: string
  room: string | null
  start: string
  timezone: string
}

/** Those that take place, in the order of their start. */
export async function listAllSessions(eventId: string): Promise<SessionChoice[]> {
  const event = await registration.getEvent({ params: { eventId }, query: {} })
  const timezone = event.status === 200 ? event.body.timezone : 'UTC'
  const found: SessionChoice[] = []
  let cursor: string | undefined
  do {
    const { body } = await registration.listEventSessions({
      params: { eventId },
      query: { pageSize: 200, ...(cursor === undefined ? {} : { cursor }) },
    })
    if (typeof body === 'string' || !('data' in body)) break
    for (const session of body.data)
      if (!('deleted' in session) && session.status !== 'cancelled') {
        const { id, title, room, start } = session
        found.push({ id, title, room, start, timezone })
      }
    cursor = body.paging.nextCursor ?? undefined
  } while (cursor !== undefined && found.length < MOST)
  return found
}
