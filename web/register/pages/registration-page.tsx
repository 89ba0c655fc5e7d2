import { useEffect, useState } from 'preact/hooks'
import { Badge } from '../../ui/badge.tsx'
import { formatTime } from '../base/dates.ts'
import { useEnhanced } from '../base/enhanced.ts'
import { text } from '../base/texts.ts'
import type { EventView, RegistrationView } from '../base/view.ts'
import { About } from '../parts/about.tsx'
import { EventFacts } from '../parts/event-facts.tsx'
import { EventHead } from '../parts/event-head.tsx'
import { Fact, Lines } from '../parts/fact.tsx'
import { Schedule } from '../parts/schedule.tsx'
import { Tickets } from '../parts/tickets.tsx'

type Registration = RegistrationView['registration']

const states = {
  confirmed: ['statusConfirmed', 'good'],
  pending: ['statusPending', 'info'],
  waitlisted: ['statusWaitlisted', 'warn'],
  offered: ['statusOffered', 'warn'],
  declined: ['statusDeclined', 'bad'],
  expired: ['statusExpired', 'bad'],
  cancelled: ['statusCancelled', undefined],
} as const

const dones: Readonly<Record<string, 'doneChanged' | 'doneCancelled' | 'doneAccepted' | 'doneLate'>> = {
  changed: 'doneChanged',
  cancelled: 'doneCancelled',
  accepted: 'doneAccepted',
  late: 'doneLate',
}

/** The page that the link in the mail opens. */
export function RegistrationPage({ view }: { view: RegistrationView }) {
  const { event, registration, link, path, language } = view
  const [key, tone] = states[registration.status]
  const done = view.done === null ? undefined : dones[view.done]
  const mine = event.sessions.filter(({ id }) => registration.sessionIds.includes(id))
  return (
    <>
      {done !== undefined && (
        <p class={done === 'doneLate' ? 'notice warn' : 'notice good'} role="status">
          {text(done)}
        </p>
      )}
      <EventHead event={event} places={view.places} isTicket />
      {event.testMode && <p class="notice warn">{text('testMode')}</p>}
      <section class="card registration">
        <p class="state">
          <Badge tone={tone}>{text('yourRegistration')}</Badge>
        </p>
        <h2>{text(key)}</h2>
        <p>{statusText(registration, event)}</p>
        {registration.status === 'offered' && !registration.isOver && (
          <form method="post" action={`${link}/accept?lang=${language}`}>
            <button class="button primary" type="submit">
              {text('accept')}
            </button>
          </form>
        )}
        <Tickets tickets={registration.tickets} />
        <Facts registration={registration} />
        <Actions registration={registration} link={link} path={path} language={language} />
      </section>
      <EventFacts event={event} />
      <About title={text('accessibility')} written={event.accessibilityNote} />
      <Schedule event={{ ...event, sessions: mine }} places={{ ...view.places, left: {} }} />
    </>
  )
}

function statusText(registration: Registration, { timezone }: EventView): string {
  if (registration.isOver && ['pending', 'waitlisted', 'offered'].includes(registration.status))
    return text('statusEventOverText')
  if (registration.status === 'waitlisted')
    return text('statusWaitlistedText', { position: registration.waitlistPosition ?? 1 })
  if (registration.status === 'offered')
    return text('statusOfferedText', { time: formatTime('moment', timezone, [registration.expiresAt ?? 0]) })
  const keys = {
    confirmed: 'statusConfirmedText',
    pending: 'statusPendingText',
    declined: 'statusDeclinedText',
    expired: 'statusExpiredText',
    cancelled: 'statusCancelledText',
  } as const
  return text(keys[registration.status])
}

function Facts({ registration }: { registration: Registration }) {
  const { confirmationNumber, people, type, options, virtualUrl } = registration
  return (
    <dl class="facts">
      <Fact name={text('number')}>
        <code class="number">{confirmationNumber}</code>
      </Fact>
      <Fact name={text('attendees', { count: people.length })}>
        <Lines of={people} />
        {type !== null && (
          <span class="soft">
            <bdi>{type}</bdi>
          </span>
        )}
      </Fact>
      {options.length > 0 && (
        <Fact name={text('options')}>
          {options.map(({ name, quantity }) => (
            <span key={name} class="line">
              <bdi>{name}</bdi> {quantity > 1 && `× ${quantity}`}
            </span>
          ))}
        </Fact>
      )}
      {virtualUrl !== null && (
        <Fact name={text('online')}>
          <a href={virtualUrl} rel="noreferrer">
            {text('joinOnline')}
          </a>
        </Fact>
      )}
    </dl>
  )
}

type ActionsProps = { registration: Registration; link: string; path: string; language: string }

function Actions({ registration, link, path, language }: ActionsProps) {
  const enhanced = useEnhanced()
  const [canPrint, setPrint] = useState(false)
  useEffect(() => setPrint(typeof print === 'function'), [])
  const isLive = registration.canCancel || registration.status === 'confirmed'
  return (
    <div class="actions">
      {isLive && (
        <a class="button" href={`${link}/calendar.ics`}>
          {text('calendar')}
        </a>
      )}
      {enhanced && canPrint && registration.tickets.length > 0 && (
        <button class="button" type="button" onClick={() => print()}>
          {text('print')}
        </button>
      )}
      {registration.canChange && (
        <a class="button" href={`${link}/change?lang=${language}`}>
          {text('change')}
        </a>
      )}
      {registration.canCancel && (
        <a class="button quiet" href={`${link}/cancel?lang=${language}`}>
          {text('cancel')}
        </a>
      )}
      {!isLive && (
        <a class="button" href={`${path}?lang=${language}`}>
          {text('backToEvent')}
        </a>
      )}
    </div>
  )
}
