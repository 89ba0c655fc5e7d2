import { formText } from '../../ui/form/texts.ts'
import { isolate } from '../../ui/texts/isolate.ts'
import { formatDay, formatHours } from '../base/dates.ts'
import { text } from '../base/texts.ts'
import type { EventView, Places, SessionView } from '../base/view.ts'

/** By day, then by time and room. */
export function Schedule({ event, places }: { event: EventView; places: Places }) {
  if (event.sessions.length === 0) return null
  const days = daysOf(event)
  return (
    <section>
      <h2>{text('schedule')}</h2>
      {days.map(({ day, sessions }, index) => (
        <details key={day} class="day" open={index === 0 && sessions.length <= 30}>
          <summary>
            <h3>{day}</h3>{' '}
            <span class="soft">
              {sessions.length === 1
                ? text('sessionOfDay')
                : text('sessionsOfDay', { count: sessions.length })}
            </span>
          </summary>
          <ol>
            {sessions.map((session) => (
              <Row
                key={session.id}
                session={session}
                timezone={event.timezone}
                left={places.left[session.id]}
              />
            ))}
          </ol>
        </details>
      ))}
    </section>
  )
}

export function daysOf({
  sessions,
  timezone,
}: Pick<EventView, 'sessions' | 'timezone'>): { day: string; sessions: SessionView[] }[] {
  const days = new Map<string, SessionView[]>()
  for (const session of sessions) {
    const day = formatDay(session.start, timezone)
    const known = days.get(day)
    if (known === undefined) days.set(day, [session])
    else known.push(session)
  }
  const inOrder = (a: SessionView, b: SessionView) =>
    a.start - b.start || (a.room ?? '').localeCompare(b.room ?? '')
  return [...days].map(([day, all]) => ({ day, sessions: all.sort(inOrder) }))
}

type RowProps = { session: SessionView; timezone: string; left: number | undefined }

function Row({ session, timezone, left }: RowProps) {
  const { title, track, room, speakers, description, status, included } = session
  const names = speakers.map(({ name, company }) =>
    company === undefined ? name : `${isolate(name)} (${isolate(company)})`,
  )
  return (
    <li class={status === 'cancelled' ? 'session gone' : 'session'}>
      <span class="hours">{formatHours(session.start, session.end, timezone)}</span>
      <div>
        <strong>
          <bdi>{title}</bdi>
        </strong>
        <span class="soft">
          <bdi>{[room, track, ...names].flatMap((words) => (words ? [isolate(words)] : [])).join(' · ')}</bdi>
        </span>
        {status === 'cancelled' && <span class="soft">{formText('cancelled')}</span>}
        {status === 'active' && !included && left !== undefined && (
          <span class="soft">{left === 0 ? formText('none') : formText('left', { count: left })}</span>
        )}
        {description && (
          <p class="prose small">
            <bdi>{description}</bdi>
          </p>
        )}
      </div>
    </li>
  )
}
