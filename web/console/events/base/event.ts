import { signal } from '@preact/signals'
import type { Asked } from '../../../ui/ask.ts'
import { useAsked } from '../../../ui/ask.ts'
import { type Answered, registration } from '../../base/services.ts'

export type EventAnswer = Answered<typeof registration.getEvent>

/** The last event shown, so that changing the tab shows it at once. */
const last = signal<EventAnswer | undefined>(undefined)

export function useEvent(eventId: string): Asked<EventAnswer> {
  const asked = useAsked<EventAnswer>(`event ${eventId}`, async (signal) => {
    const { body } = await registration.getEvent({ params: { eventId }, query: {}, signal })
    if (body === undefined) throw new Error('an event that did not change was not asked for')
    last.value = body
    return body
  })
  const put = (value: EventAnswer) => {
    last.value = value
    asked.put(value)
  }
  const known = last.peek()
  if (asked.loaded.status === 'loading' && known?.id === eventId)
    return { ...asked, put, loaded: { status: 'done', value: known } }
  return { ...asked, put }
}

/** The If-Match header (RFC 9110 §13.1.1), so that nothing that somebody else wrote since is overwritten. */
export function matchOf({ version }: { version: number }): { 'if-match': string } {
  return { 'if-match': `"${version}"` }
}
