import { Badge } from '../../ui/badge.tsx'
import { formatPeriod } from '../base/dates.ts'
import { useEnhanced } from '../base/enhanced.ts'
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

type EventHeadProps = { event: EventView; places: Places; isAside?: boolean }

/** What, when, where and by whom; beside a registration, the only state shown is a cancellation. */
export function EventHead({ event, places, isAside = false }: EventHeadProps) {
  const [key, tone] = states[places.state]
  const left = places.left['']
  return (
    <header class="event-head">
      {(!isAside || places.state === 'cancelled') && (
        <p class="state" aria-live="polite">
          <Badge tone={tone}>{text(key)}</Badge>{' '}
          {places.state === 'open' && left !== undefined && left <= FEW && (
            <span class="left">{text('placesLeft', { count: left })}</span>
          )}
        </p>
      )}
      <Title isAside={isAside}>{event.title}</Title>
      {event.testMode && <p class="notice warn">{text('testMode')}</p>}
      <dl class="facts">
        <When event={event} />
        <Where event={event} />
        <Contact event={event} />
      </dl>
    </header>
  )
}

function Title({ isAside, children }: { isAside: boolean; children: string }) {
  const title = <bdi>{children}</bdi>
  return isAside ? <h2>{title}</h2> : <h1>{title}</h1>
}

function When({ event: { start, end, timezone } }: { event: EventView }) {
  const enhanced = useEnhanced()
  const own = enhanced ? Intl.DateTimeFormat().resolvedOptions().timeZone : timezone
  const [here, there] = [formatPeriod(start, end, own), formatPeriod(start, end, timezone)]
  return (
    <div>
      <dt>{text('when')}</dt>
      <dd>
        {there}
        <span class="soft">{text('zone', { zone: timezone })}</span>
        {here !== there && <span class="soft">{text('yourTime', { time: here })}</span>}
      </dd>
    </div>
  )
}

function Where({ event: { venue, format } }: { event: EventView }) {
  if (format !== 'virtual' && venue === null) return null
  return (
    <div>
      <dt>{text('where')}</dt>
      <dd>
        {format === 'virtual' && text('online')}
        {format !== 'virtual' && venue?.name && <bdi>{venue.name}</bdi>}
        {format !== 'virtual' && venue?.address && (
          <span class="soft">
            <bdi>{venue.address}</bdi>
          </span>
        )}
        {format === 'hybrid' && <span class="soft">{text('hybridNote')}</span>}
      </dd>
    </div>
  )
}

function Contact({ event: { contact } }: { event: EventView }) {
  if (contact === null || Object.keys(contact).length === 0) return null
  return (
    <div>
      <dt>{text('contact')}</dt>
      <dd>
        {contact.name && <bdi>{contact.name}</bdi>}
        {contact.email && (
          <span class="soft">
            <a href={`mailto:${encodeURIComponent(contact.email).replace('%40', '@')}`}>{contact.email}</a>
          </span>
        )}
        {contact.phone && (
          <span class="soft">
            <bdi>{contact.phone}</bdi>
          </span>
        )}
      </dd>
    </div>
  )
}
