import { useLocation } from 'preact-iso'
import { useAsked } from '../../ui/ask.ts'
import { formatMoment } from '../../ui/dates.ts'
import { Field } from '../../ui/field.tsx'
import { pathTo } from '../place.ts'
import { listAllSessions } from './sessions.ts'
import { text } from './texts.ts'

/** The entrance of the event, or a session's. */
export function DoorChoice({ eventId, sessionId }: { eventId: string; sessionId: string | null }) {
  const { route } = useLocation()
  const { loaded } = useAsked(`sessions/${eventId}`, () => listAllSessions(eventId))
  const sessions = loaded.status === 'done' ? loaded.value : []
  const choose = (id: string) =>
    route(`${pathTo(`/events/${eventId}/check-in`)}${id === '' ? '' : `?session=${id}`}`, true)
  return (
    <Field label={text('door')}>
      {(control) => (
        <select {...control} value={sessionId ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">{text('doorEvent')}</option>
          {sessions.map(({ id, title, room, start, timezone }) => (
            <option key={id} value={id}>
              {[title, room, formatMoment(start, timezone)].filter(Boolean).join(' · ')}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
