import { useEffect, useState } from 'preact/hooks'
import { Badge } from '../../ui/badge.tsx'
import { formatMoment } from '../base/dates.ts'
import { useEnhanced } from '../base/enhanced.ts'
import { text } from '../base/texts.ts'
import type { EventView, RegistrationView } from '../base/view.ts'
import { About } from '../parts/about.tsx'
import { EventFacts } from '../parts/event-facts.tsx'
import { EventHead } from '../parts/event-head.tsx'
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
    return text('statusOfferedText', { time: formatMoment(registration.expiresAt ?? 0, timezone) })
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
      <div>
        <dt>{text('number')}</dt>
        <dd>
          <code class="number">{confirmationNumber}</code>
        </dd>
      </div>
      <div>
        <dt>{text('attendees', { count: people.length })}</dt>
        <dd>
          {people.map((name, at) => (
            <span key={at} class="line">
              <bdi>{name}</bdi>
            </span>
          ))}
          {type !== null && (
            <span class="soft">
              <bdi>{type}</bdi>
            </span>
          )}
        </dd>
      </div>
      {options.length > 0 && (
        <div>
          <dt>{text('options')}</dt>
          <dd>
            {options.map(({ name, quantity }) => (
              <span key={name} class="line">
                <bdi>{name}</bdi> {quantity > 1 && `× ${quantity}`}
              </span>
            ))}
          </dd>
        </div>
      )}
      {virtualUrl !== null && (
        <div>
          <dt>{text('online')}</dt>
          <dd>
            <a href={virtualUrl} rel="noreferrer">
              {text('joinOnline')}
            </a>
          </dd>
        </div>
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
