import { useLocation } from 'preact-iso'
import { useAsked } from '../../ui/ask.ts'
import { SelectInput } from '../../ui/inputs/inputs.tsx'
import { isolate } from '../../ui/texts/isolate.ts'
import { formatMoment } from '../../ui/time/dates.ts'
import { pathTo } from '../base/place.ts'
import { listAllSessions } from '../events/base/all-sessions.ts'
import { text } from './texts.ts'

/** Chooses the entrance of the event or of a session. */
export function DoorChoice({ eventId, sessionId }: { eventId: string; sessionId: string | null }) {
  const { route } = useLocation()
  const { loaded } = useAsked(`sessions/${eventId}`, (signal) => listAllSessions(eventId, signal))
  const sessions = loaded.status === 'done' ? loaded.value : []
  const choose = (id: string) =>
    route(`${pathTo(`/events/${eventId}/check-in`)}${id === '' ? '' : `?session=${id}`}`, true)
  return (
    <SelectInput
      label={text('door')}
      value={sessionId ?? ''}
      onChange={choose}
      choices={[
        { value: '', label: text('doorEvent') },
        ...sessions.map(({ id, title, room, start, timezone }) => ({
          value: id,
          label: [isolate(title), isolate(room ?? ''), formatMoment(start, timezone)]
            .filter(Boolean)
            .join(' · '),
        })),
      ]}
    />
  )
}
