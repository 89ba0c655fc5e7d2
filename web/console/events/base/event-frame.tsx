import type { ComponentChildren, FunctionComponent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Badge } from '../../../ui/badge.tsx'
import { Await } from '../../../ui/lists/load.tsx'
import { isolate } from '../../../ui/texts/isolate.ts'
import { formatMoment, formatRange } from '../../../ui/time/dates.ts'
import { pathTo } from '../../base/place.ts'
import { may } from '../../base/session.ts'
import { type EventAnswer, useEvent } from './event.ts'
import { hasKeptDraft } from './kept-draft.ts'
import { PublicLink } from './public-link.tsx'
import { registrationStateOf } from './registration-state.ts'
import { statusTexts, statusTones } from './status.ts'
import { text } from './texts.ts'

const tabs = {
  overview: 'tabOverview',
  details: 'tabDetails',
  types: 'tabTypes',
  options: 'tabOptions',
  form: 'tabForm',
  schedule: 'tabSchedule',
  registrations: 'tabRegistrations',
  'waiting-list': 'tabWaitingList',
  attendance: 'tabAttendance',
  'check-in': 'tabCheckIn',
} as const
type EventTab = keyof typeof tabs

export type EventInHand = {
  readonly event: EventAnswer
  /** Reads the event again, because places were taken or somebody else changed it. */
  reload(): void
  /** Shows the event that the server returned after a change. */
  put(event: EventAnswer): void
}

type EventFrameProps = {
  eventId: string
  tab: EventTab
  children: (hand: EventInHand) => ComponentChildren
}

/** The header of every page of one event. */
export function EventFrame({ eventId, tab, children }: EventFrameProps) {
  const { loaded, reload, put } = useEvent(eventId)
  return (
    <Await loaded={loaded}>
      {(event) => (
        <div class="event-frame">
          <EventHead event={event} tab={tab} />
          <EventTabs eventId={eventId} tab={tab} />
          {children({ event, reload, put })}
        </div>
      )}
    </Await>
  )
}

/** A page with only this header and a content, which starts again for another event. */
export function eventPage(tab: EventTab, Content: FunctionComponent<{ hand: EventInHand }>) {
  return ({ eventId }: { eventId: string }) => (
    <EventFrame eventId={eventId} tab={tab}>
      {(hand) => <Content key={eventId} hand={hand} />}
    </EventFrame>
  )
}

function EventHead({ event, tab }: { event: EventAnswer; tab: EventTab }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const tabName = text(tabs[tab])
  useEffect(() => {
    document.title = `${tabName} · ${isolate(event.title)} · Lanyard`
  }, [tabName, event.title])
  // Focuses the heading, because the pressed tab is gone with its page: a screen reader says where the user is.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <header class={tab === 'overview' ? 'event-head' : 'event-head brief'}>
      <p class="event-when">{formatRange(event.start, event.end, event.timezone)}</p>
      <h1 tabIndex={-1} ref={heading}>
        <bdi class="clip-2">{event.title}</bdi> <span class="visually-hidden">{tabName}</span>
      </h1>
      <div class="event-facts">
        <Badge tone={statusTones[event.status]}>{text(statusTexts[event.status])}</Badge>
        <span>{registrationText(event)}</span>
        <Places event={event} />
      </div>
      <PublicLink event={event} />
    </header>
  )
}

function registrationText(event: EventAnswer): string {
  const state = registrationStateOf(event, Date.now())
  if (state === 'soon')
    return text('standingSoon', { time: formatMoment(event.registrationOpens ?? '', event.timezone) })
  return text(registrationTexts[state])
}

const registrationTexts = {
  draft: 'standingDraft',
  open: 'standingOpen',
  full: 'standingFull',
  line: 'standingLine',
  closed: 'standingClosed',
  over: 'standingOver',
  cancelled: 'standingCancelled',
} as const

function Places({ event }: { event: EventAnswer }) {
  const { registeredCount, remaining, waitlistedCount } = event
  return (
    <ul class="event-places">
      <li>{text('placesSold', { count: registeredCount })}</li>
      <li>{remaining === null ? text('placesUnlimited') : text('placesLeft', { count: remaining })}</li>
      {waitlistedCount > 0 && <li>{text('placesWaiting', { count: waitlistedCount })}</li>}
    </ul>
  )
}

function EventTabs({ eventId, tab }: { eventId: string; tab: EventTab }) {
  const chosen = useRef<HTMLAnchorElement>(null)
  const shown = Object.entries(tabs).filter(([name]) => name !== 'check-in' || may('attendance:write'))
  useEffect(() => chosen.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [tab])
  return (
    <nav class="event-tabs more-aside" aria-label={text('tabsLabel')}>
      <ul>
        {shown.map(([name, key]) => (
          <li key={name}>
            <a
              href={pathTo(`/events/${eventId}${name === 'overview' ? '' : `/${name}`}`)}
              {...(name === tab ? { 'aria-current': 'page' as const, ref: chosen } : {})}
            >
              {text(key)}
              {hasKeptDraft(`${name} ${eventId}`) && <Unsaved />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Marks a tab that somebody left without saving. */
function Unsaved() {
  return (
    <span class="tab-unsaved" title={text('unsaved')}>
      <span aria-hidden="true">•</span>
      <span class="visually-hidden"> {text('unsaved')}</span>
    </span>
  )
}
