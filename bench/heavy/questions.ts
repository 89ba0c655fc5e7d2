import type { SeedEvent } from '../seed-file.ts'
import type { SeedSessions } from './fill-session.ts'

export type Seeded = SeedEvent & SeedSessions
type Question = { readonly title: string; path(token: string): string; readonly accept?: string }

/** Lists that filters, words or counts make large. */
export function questionsOf({ eventId, sessionId }: Seeded): Question[] {
  const event = `/registration/api/v1/events/${eventId}`
  const ask = (title: string, path: string): Question => ({ title, path: () => path })
  return [
    ask('registrations, first page', `${event}/registrations`),
    {
      title: 'registrations?updatedSince, nothing new',
      path: (token) => `${event}/registrations?updatedSince=${encodeURIComponent(token)}`,
    },
    ask('attendees?q=example (everybody)', `${event}/attendees?q=example`),
    ask('attendees?q=p (nobody)', `${event}/attendees?q=p`),
    ask('attendees?q=g (everybody)', `${event}/attendees?q=g`),
    ask('attendees?q=1234 (a few)', `${event}/attendees?q=1234`),
    ask('attendees?q=grace&pageSize=20 (as at a door)', `${event}/attendees?q=grace&pageSize=20`),
    ask('attendees?q=example&count=true', `${event}/attendees?q=example&count=true`),
    ask('attendees?q=g&count=true', `${event}/attendees?q=g&count=true`),
    ask('registrations?sessionId', `/eventdata/registrations?sessionId=${sessionId}`),
    ask('attendance?count=true', `${event}/attendance?count=true`),
    ask('registrations?status=pending', `${event}/registrations?status=pending`),
    ask('registrations?status=cancelled', `${event}/registrations?status=cancelled`),
    ask('attendees?status=cancelled', `${event}/attendees?status=cancelled`),
    ask('attendees?checkedIn=true', `${event}/attendees?checkedIn=true`),
    ask('registrations?count=true', `${event}/registrations?count=true`),
    ask('registrations?page=20', `${event}/registrations?page=20&pageSize=100`),
    {
      title: 'registrations as CSV, whole',
      path: () => `${event}/registrations`,
      accept: 'text/csv',
    },
  ]
}
