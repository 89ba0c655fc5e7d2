import { useId } from 'preact/hooks'
import { formText } from '../../ui/form/texts.ts'
import { isolate } from '../../ui/texts/isolate.ts'
import { formatHours } from '../base/dates.ts'
import { text } from '../base/texts.ts'
import type { FormView, Places, SessionView } from '../base/view.ts'
import { daysOf } from '../parts/schedule.tsx'

type SessionChoiceProps = {
  sessions: readonly SessionView[]
  timezone: string
  chosen: readonly string[]
  rule: FormView['sessionSelection'] | undefined
  places: Places
  /** By session; '' applies to all of them. */
  errors: Readonly<Record<string, string>>
  onChange: (chosen: readonly string[]) => void
}

/** Sessions to choose from, by day. */
export function SessionChoice(props: SessionChoiceProps) {
  const { sessions, timezone, chosen, errors, onChange } = props
  const id = useId()
  const toggle = (sessionId: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, sessionId] : chosen.filter((one) => one !== sessionId))
  return (
    <fieldset class="form-section" aria-describedby={`${id}-help`}>
      <legend>{text('sessions')}</legend>
      <p class="soft" id={`${id}-help`}>
        {text('sessionsHelp')} {ruleText(props.rule)}
      </p>
      {errors[''] !== undefined && (
        <p class="error" role="alert">
          {errors['']}
        </p>
      )}
      {daysOf({ sessions, timezone }).map(({ day, sessions: ofDay }) => (
        <div key={day} class="field">
          <strong>{day}</strong>
          {ofDay.map((session) => (
            <Row
              key={session.id}
              session={session}
              timezone={timezone}
              isChosen={chosen.includes(session.id)}
              left={props.places.left[session.id]}
              error={errors[session.id]}
              onToggle={(isOn) => toggle(session.id, isOn)}
            />
          ))}
        </div>
      ))}
    </fieldset>
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
          <span class="hours">{formatHours(session.start, session.end, timezone)}</span>{' '}
          <bdi>{session.title}</bdi>{' '}
          <span class="mark">
            <bdi>{[isolate(session.room ?? ''), leftText(session, left)].filter(Boolean).join(' · ')}</bdi>
          </span>
        </span>
      </label>
      {error !== undefined && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
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
