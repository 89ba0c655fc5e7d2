import { Fragment } from 'preact'
import { useAsked } from '../../../ui/ask.ts'
import { Await } from '../../../ui/lists/load.tsx'
import { formatNumber } from '../../../ui/texts/fill.ts'
import { locale } from '../../../ui/texts/i18n.ts'
import { pathTo } from '../../base/place.ts'
import { may } from '../../base/session.ts'
import type { EventAnswer } from '../base/event.ts'
import { type EventInHand, eventPage } from '../base/event-frame.tsx'
import { hasKeptDraft } from '../base/kept-draft.ts'
import { text } from '../base/texts.ts'
import { readForm } from '../form/form-parts.ts'
import { readParts } from '../options/parts.ts'
import { EventNow } from './event-now.tsx'
import { DangerZone, StatusActions } from './status-actions.tsx'
import { type Counts, isReady, type Step, stepsOf } from './steps.ts'

export const OverviewPage = eventPage('overview', Overview)

function Overview({ hand }: { hand: EventInHand }) {
  const { event } = hand
  const isDraft = event.status === 'draft'
  const { loaded } = useAsked(`parts ${event.id}`, (signal) => countParts(event.id, signal))
  return (
    <>
      <Unsaved eventId={event.id} />
      {event.status === 'published' && <p class="notice good">{text('nextShare')}</p>}
      {!isDraft && may('registrations:read') && <EventNow event={event} />}
      {!isDraft && may('events:write') && <StatusActions hand={hand} />}
      <Await loaded={loaded}>
        {(counts) => {
          const steps = stepsOf(event, counts, Date.now())
          return (
            <>
              {isDraft && <p class="notice info">{text(isReady(steps) ? 'nextPublish' : 'nextMend')}</p>}
              {isDraft && may('events:write') && <StatusActions hand={hand} />}
              <Checklist event={event} steps={steps} counts={counts} />
            </>
          )
        }}
      </Await>
      {may('events:write') && <DangerZone hand={hand} />}
    </>
  )
}

/** Leads back to drafts: what is published or shared now does not have them. */
function Unsaved({ eventId }: { eventId: string }) {
  const drafts = (['details', 'form'] as const).filter((tab) => hasKeptDraft(`${tab} ${eventId}`))
  if (drafts.length === 0) return null
  return (
    <p class="notice warn">
      {text('unsaved')}:{' '}
      {drafts.map((tab, at) => (
        <Fragment key={tab}>
          {at > 0 && ', '}
          <a href={pathTo(`/events/${eventId}/${tab}`)}>{text(draftTabs[tab])}</a>
        </Fragment>
      ))}
    </p>
  )
}

const draftTabs = { details: 'tabDetails', form: 'tabForm' } as const

async function countParts(eventId: string, signal: AbortSignal): Promise<Counts> {
  const [{ types, groups, hidden, sessions }, { sections }] = await Promise.all([
    readParts(eventId, signal),
    readForm(eventId, '', signal),
  ])
  return {
    types: types.length,
    groups: groups.length,
    hidden: hidden.size,
    sessions: sessions.length,
    fields: sections.reduce((sum, { fields }) => sum + fields.length, 0),
  }
}

const stepTexts = {
  dates: ['stepDates', 'stepDatesHint'],
  about: ['stepAbout', 'stepAboutHint'],
  place: ['stepPlace', 'stepPlaceHint'],
  contact: ['stepContact', 'stepContactHint'],
  capacity: ['stepCapacity', 'stepCapacityHint'],
  types: ['stepTypes', 'stepTypesHint'],
  options: ['stepOptions', 'stepOptionsHint'],
  form: ['stepForm', 'stepFormHint'],
  schedule: ['stepSchedule', 'stepScheduleHint'],
  publish: ['stepPublish', 'stepPublishHint'],
} as const
const stateTexts = {
  done: 'stateDone',
  todo: 'stateTodo',
  advised: 'stateAdvised',
  free: 'stateFree',
} as const
const marks = { done: '✓', todo: '!', advised: '○', free: '○' } as const

type StepListProps = { event: EventAnswer; steps: readonly Step[]; counts: Counts }

/** Options that no form shows are a problem, not just a hint. */
function hintOf<Hint extends string>(key: Step['key'], hint: Hint, { hidden }: Counts) {
  return key === 'options' && hidden > 0 ? 'stepOptionsHidden' : hint
}

/** Folded once the event is published, unless attendees miss options that should be on the form. */
function Checklist(props: StepListProps) {
  const { event, counts } = props
  if (event.status !== 'draft')
    return (
      <details class="checklist" open={counts.hidden > 0}>
        <summary>{text('stepsTitle')}</summary>
        <StepList {...props} />
      </details>
    )
  return (
    <section>
      <h2>{text('stepsTitle')}</h2>
      <StepList {...props} />
    </section>
  )
}

function StepList({ event, steps, counts }: StepListProps) {
  const numbers: Partial<Record<Step['key'], number>> = {
    types: counts.types,
    options: counts.groups,
    form: counts.fields,
    schedule: counts.sessions,
  }
  return (
    <ol class="step-list">
      {steps.map(({ key, state, tab }) => {
        const [title, hint] = stepTexts[key]
        const count = numbers[key] ?? 0
        return (
          <li key={key} class={state}>
            <span class="mark" aria-hidden="true">
              {marks[state]}
            </span>
            <div>
              {tab === '' ? text(title) : <a href={pathTo(`/events/${event.id}/${tab}`)}>{text(title)}</a>}
              {count > 0 && <span class="soft"> ({formatNumber(count, locale.value)})</span>}
              <span class="visually-hidden"> {text(stateTexts[state])}</span>
              {state !== 'done' && <p class="soft">{text(hintOf(key, hint, counts))}</p>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
