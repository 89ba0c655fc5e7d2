import { useEffect, useId, useState } from 'preact/hooks'
import { formText } from '../../ui/form/texts.ts'
import { ErrorNote } from '../../ui/inputs/field-notes.tsx'
import { isolate } from '../../ui/texts/isolate.ts'
import { formatTime } from '../base/dates.ts'
import { useOpenDay } from '../base/programme.ts'
import { text } from '../base/texts.ts'
import type { EventView, FormView, Places, SessionView } from '../base/view.ts'
import { daysOf, SHORT_DAY } from '../parts/schedule.tsx'

type SessionChoiceProps = {
  /** With the sessions that can be chosen. */
  event: EventView
  chosen: readonly string[]
  rule: FormView['sessionSelection'] | undefined
  places: Places
  /** The address that the form is sent to. */
  action: string
  /** By session; '' applies to all of them. */
  errors: Readonly<Record<string, string>>
  onChange: (chosen: readonly string[]) => void
}

/** Sessions to choose from, by day. */
export function SessionChoice(props: SessionChoiceProps) {
  const { event, chosen, errors, onChange } = props
  const id = useId()
  const days = daysOf(event).filter(({ sessions, missing, choices }) =>
    missing === undefined ? sessions.length > 0 : choices > 0,
  )
  const toggle = (sessionId: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, sessionId] : chosen.filter((one) => one !== sessionId))
  return (
    <fieldset class="form-section" aria-describedby={`${id}-help`}>
      <legend>{text('sessions')}</legend>
      <p class="soft" id={`${id}-help`}>
        {text('sessionsHelp')} {ruleText(props.rule)}
      </p>
      <ErrorNote error={errors['']} />
      {event.day !== null && <input type="hidden" name="day" value={event.day} />}
      {days.map((day, at) => (
        <Day
          key={day.day}
          {...props}
          day={day}
          isFirst={at === 0 && day.sessions.length <= SHORT_DAY}
          onToggle={toggle}
        />
      ))}
    </fieldset>
  )
}

type DayProps = Omit<SessionChoiceProps, 'rule' | 'onChange'> & {
  day: ReturnType<typeof daysOf>[number]
  isFirst: boolean
  onToggle: (sessionId: string, isOn: boolean) => void
}

/** Folded, unless it is a short first day or something of it is chosen: a long programme would hide the rest of the form. */
function Day({ day: { day, name, missing, sessions, choices }, event, isFirst, action, ...props }: DayProps) {
  const { chosen, errors, places } = props
  const openDay = useOpenDay()
  const count = sessions.filter(({ id }) => chosen.includes(id)).length
  const isWanted = missing === undefined && (isFirst || name === event.day)
  const [isOpen, setOpen] = useState(isWanted || count > 0)
  useEffect(() => {
    // Browsers restore earlier choices after the page has been rendered.
    if (count > 0) setOpen(true)
  }, [count > 0])
  return (
    <details
      class="day"
      {...(name === undefined ? {} : { id: `choose-${name}` })}
      open={isOpen || sessions.some(({ id }) => errors[id] !== undefined)}
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open)
        // Browsers also report days that are open from the start.
        if (open && !isOpen && missing !== undefined) openDay?.(missing).catch(() => undefined)
      }}
    >
      <summary>
        <strong>{day}</strong>{' '}
        <span class="soft">
          {text('sessionsOfDay', { count: missing === undefined ? sessions.length : choices })}
          {count > 0 && ` · ${text('chosenOfDay', { count })}`}
        </span>
      </summary>
      {sessions.map((session) => (
        <Row
          key={session.id}
          session={session}
          timezone={event.timezone}
          isChosen={chosen.includes(session.id)}
          left={places.left[session.id]}
          error={errors[session.id]}
          onToggle={(isOn) => props.onToggle(session.id, isOn)}
        />
      ))}
      {missing !== undefined && <MoreButton {...{ day, missing, action }} />}
    </details>
  )
}

/** Sends the form, which comes back with the sessions of the day; the script loads them into this one. */
function MoreButton({ day, missing, action }: { day: string; missing: string; action: string }) {
  const openDay = useOpenDay()
  return (
    <p>
      <button
        class="button small"
        type="submit"
        name="action"
        value={`day-${missing}`}
        formAction={`${action}#choose-${missing}`}
        formNoValidate
        onClick={(event) => {
          if (openDay === undefined) return
          const button = event.currentTarget
          event.preventDefault()
          openDay(missing).catch(() => button.form?.requestSubmit(button))
        }}
      >
        {text('showSessions', { day })}
      </button>
    </p>
  )
}

type RowProps = {
  session: SessionView
  timezone: string
  isChosen: boolean
  left: number | undefined
  error: string | undefined
  onToggle: (isOn: boolean) => void
}

function Row({ session, timezone, isChosen, left, error, onToggle }: RowProps) {
  const isFull = left === 0
  return (
    <div>
      <label class="choice">
        <input
          type="checkbox"
          name="s"
          value={session.id}
          checked={isChosen}
          disabled={isFull && !session.waitlist && !isChosen}
          aria-invalid={error !== undefined}
          onChange={(event) => onToggle(event.currentTarget.checked)}
        />
        <span>
          <span class="hours">{formatTime('hours', timezone, [session.start, session.end])}</span>{' '}
          <bdi>{session.title}</bdi>{' '}
          <span class="mark">
            <bdi>{[isolate(session.room ?? ''), leftText(session, left)].filter(Boolean).join(' · ')}</bdi>
          </span>
        </span>
      </label>
      <ErrorNote error={error} />
    </div>
  )
}

function leftText({ waitlist }: SessionView, left: number | undefined): string {
  if (left === undefined) return ''
  if (left > 0) return formText('left', { count: left })
  return formText(waitlist ? 'waitingList' : 'none')
}

function ruleText(rule: FormView['sessionSelection'] | undefined): string {
  const { min, max } = rule ?? { min: 0, max: null }
  if (min > 0 && max !== null) return formText('chooseBetween', { min, max })
  if (max !== null) return formText('chooseAtMost', { count: max })
  return min > 0 ? formText('chooseAtLeast', { count: min }) : ''
}
