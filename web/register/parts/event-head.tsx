import type { ComponentChildren } from 'preact'
import { Badge } from '../../ui/badge.tsx'
import { isolate } from '../../ui/texts/isolate.ts'
import { formatTime } from '../base/dates.ts'
import { text } from '../base/texts.ts'
import type { EventView, Places } from '../base/view.ts'

const states = {
  open: ['stateOpen', 'good'],
  soon: ['stateSoon', 'info'],
  'waiting-list': ['stateWaiting', 'warn'],
  full: ['stateFull', 'bad'],
  closed: ['stateClosed', undefined],
  cancelled: ['stateCancelled', 'bad'],
  over: ['stateOver', undefined],
} as const

/** Above this number, remaining places are not shown, because nobody needs to hurry. */
const FEW = 200

type EventHeadProps = {
  event: EventView
  places: Places
  /** Above a registration: with the hours, and the only state shown is a cancellation. */
  isTicket?: boolean
  children?: ComponentChildren
}

/** What, when and where, at a glance. */
export function EventHead({ event, places, isTicket = false, children }: EventHeadProps) {
  const { start, end, timezone } = event
  const when = formatTime(isTicket ? 'period' : 'dates', timezone, [start, end])
  const where = event.format === 'virtual' ? text('online') : event.venue?.name
  return (
    <header class="event-head">
      {(!isTicket || places.state === 'cancelled') && <State places={places} />}
      <h1>
        <bdi>{event.title}</bdi>
      </h1>
      <p class="lead">{[when, where].flatMap((words) => (words ? [isolate(words)] : [])).join(' · ')}</p>
      {children}
    </header>
  )
}

function State({ places: { state, left } }: { places: Places }) {
  const [key, tone] = states[state]
  const count = left['']
  return (
    <p class="state" aria-live="polite">
      <Badge tone={tone}>{text(key)}</Badge>{' '}
      {state === 'open' && count !== undefined && count <= FEW && (
        <span class="left">{text('placesLeft', { count })}</span>
      )}
    </p>
  )
}
