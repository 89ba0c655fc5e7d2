import { formText } from '../../ui/form/texts.ts'
import { isolate } from '../../ui/texts/isolate.ts'
import { formatTime } from '../base/dates.ts'
import { useOpenDay } from '../base/programme.ts'
import { text } from '../base/texts.ts'
import type { EventView, Places, SessionView } from '../base/view.ts'
import { Prose } from './prose.tsx'

/** A first day with more sessions is folded too: it would hide what follows. */
export const SHORT_DAY = 30

type ScheduleProps = {
  event: EventView
  places: Places
  /** What a link to the page of another day keeps; absent if all days are here. */
  query?: string
}

/** By day, then by time and room. */
export function Schedule({ event, places, query = '?' }: ScheduleProps) {
  const openDay = useOpenDay()
  const days = daysOf(event)
  if (days.length === 0) return null
  return (
    <section>
      <h2>{text('schedule')}</h2>
      {days.map(({ day, name, missing, sessions, count }, index) => (
        <details
          key={day}
          class="day"
          {...(name === undefined ? {} : { id: `day-${name}` })}
          open={missing === undefined && (name === event.day || (index === 0 && count <= SHORT_DAY))}
          onToggle={(toggled) => {
            if (toggled.currentTarget.open && missing !== undefined) openDay?.(missing).catch(() => undefined)
          }}
        >
          <summary>
            <h3>{day}</h3> <span class="soft">{text('sessionsOfDay', { count })}</span>
          </summary>
          {missing === undefined ? (
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
          ) : (
            <MoreLink href={`${query}&day=${missing}#day-${missing}`} day={day} missing={missing} />
          )}
        </details>
      ))}
    </section>
  )
}

type MoreLinkProps = { href: string; day: string; missing: string }

/** Leads to the page of the day; the script loads the day into this one. */
function MoreLink({ href, day, missing }: MoreLinkProps) {
  const openDay = useOpenDay()
  return (
    <p>
      <a
        href={href}
        onClick={(event) => {
          if (openDay === undefined) return
          event.preventDefault()
          openDay(missing).catch(() => location.assign(href))
        }}
      >
        {text('showSessions', { day })}
      </a>
    </p>
  )
}

type Day = {
  /** In words. */
  day: string
  /** `2031-05-06`, in a programme that is loaded by day. */
  name: string | undefined
  /** The same, if its sessions are not here yet. */
  missing: string | undefined
  sessions: SessionView[]
  /** How many sessions it has, here or not. */
  count: number
  /** How many of them can be chosen. */
  choices: number
}

export function daysOf({
  sessions,
  timezone,
  days,
}: Pick<EventView, 'sessions' | 'timezone' | 'days'>): Day[] {
  const known = groupByDay(sessions, timezone)
  if (days === null)
    return [...known].map(([day, all]) => {
      const count = all.length
      return { day, name: undefined, missing: undefined, sessions: all, count, choices: count }
    })
  return days.map(({ day: name, start, count, choices, isWhole }) => {
    const day = formatTime('day', timezone, [start])
    const missing = isWhole ? undefined : name
    return { day, name, missing, sessions: known.get(day) ?? [], count, choices }
  })
}

function groupByDay(sessions: readonly SessionView[], timezone: string): Map<string, SessionView[]> {
  const days = new Map<string, SessionView[]>()
  for (const session of sessions) {
    const day = formatTime('day', timezone, [session.start])
    const known = days.get(day)
    if (known === undefined) days.set(day, [session])
    else known.push(session)
  }
  for (const ofDay of days.values())
    ofDay.sort((a, b) => a.start - b.start || (a.room ?? '').localeCompare(b.room ?? ''))
  return days
}

type RowProps = { session: SessionView; timezone: string; left: number | undefined }

function Row({ session, timezone, left }: RowProps) {
  const { title, track, room, speakers, description, status, included } = session
  const names = speakers.map(({ name, company }) =>
    company === undefined ? name : `${isolate(name)} (${isolate(company)})`,
  )
  return (
    <li class={status === 'cancelled' ? 'session gone' : 'session'}>
      <span class="hours">{formatTime('hours', timezone, [session.start, session.end])}</span>
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
        {description && <Prose isSmall>{description}</Prose>}
      </div>
    </li>
  )
}
