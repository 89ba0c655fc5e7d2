import { useEffect, useRef } from 'preact/hooks'
import { type AttendeeDraft, newAttendee } from '../../../src/client/registration-page.ts'
import { FormFields } from '../../ui/form/form-fields.tsx'
import { ErrorNote } from '../../ui/inputs/field-notes.tsx'
import { useEnhanced } from '../base/enhanced.ts'
import { text } from '../base/texts.ts'
import type { FormView, Places } from '../base/view.ts'
import { answerErrors, type Errors } from './errors.ts'
import { askedOfAll, guestsSections } from './form-state.ts'
import { PersonFields } from './person-fields.tsx'

type GuestsProps = {
  guests: readonly AttendeeDraft[]
  /** How many guests are allowed; undefined if their number is fixed. */
  most: number | undefined
  /** The address that the form is sent to. */
  action: string
  form: FormView | undefined
  timezone: string
  places: Places
  errors: Errors
  onChange: (guests: readonly AttendeeDraft[], pointer: string) => void
  onLeave: (pointer: string) => void
}

/** Errors of the group as a whole: more people than places in all. */
const GROUP = '/attendees'
/** The page without a script is shown here again after a guest was added or removed. */
const GUESTS = 'guests'

/** The inputs for guests. */
export function Guests(props: GuestsProps) {
  const { guests, most, action, onChange } = props
  const { element, focusNext } = useFocusNext(guests.length)
  if (guests.length === 0 && (most ?? 0) === 0) return null
  const change = (at: number, changes: Partial<AttendeeDraft>, pointer: string) =>
    onChange(
      guests.map((guest, index) => (index === at ? { ...guest, ...changes } : guest)),
      pointer,
    )
  return (
    <fieldset class="form-section" id={GUESTS} ref={element}>
      <legend>{text('guests')}</legend>
      {most !== undefined && (
        <p class="soft">{most === 1 ? text('oneGuestHelp') : text('guestsHelp', { count: most })}</p>
      )}
      <ErrorNote error={props.errors[GROUP]} />
      {guests.map((guest, at) => (
        <Guest
          key={at}
          {...props}
          guest={guest}
          at={at}
          onRemove={() => {
            focusNext('button[value="add-guest"]')
            onChange(
              guests.filter((_guest, index) => index !== at),
              GROUP,
            )
          }}
          onGuest={(changes, pointer) => change(at, changes, pointer)}
        />
      ))}
      {most !== undefined && guests.length < most && (
        <button
          class="button small"
          type="submit"
          name="action"
          value="add-guest"
          formAction={`${action}#${GUESTS}`}
          formNoValidate
          onClick={(event) => {
            event.preventDefault()
            focusNext(`[name="g.${guests.length}.firstName"]`)
            onChange([...guests, newAttendee()], GROUP)
          }}
        >
          {text('addGuest')}
        </button>
      )}
    </fieldset>
  )
}

/** Moves the focus once the number of guests has changed: the button that was pressed is elsewhere then, or gone. */
function useFocusNext(count: number) {
  const element = useRef<HTMLFieldSetElement>(null)
  const wanted = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (wanted.current !== undefined) element.current?.querySelector<HTMLElement>(wanted.current)?.focus()
    wanted.current = undefined
  }, [count])
  const focusNext = (selector: string) => {
    wanted.current = selector
  }
  return { element, focusNext }
}

type GuestProps = GuestsProps & {
  guest: AttendeeDraft
  at: number
  onRemove: () => void
  onGuest: (changes: Partial<AttendeeDraft>, pointer: string) => void
}

function Guest({
  guest,
  at,
  form,
  timezone,
  places,
  errors,
  most,
  action,
  onRemove,
  onGuest,
  onLeave,
}: GuestProps) {
  const enhanced = useEnhanced()
  const pointer = `/attendees/${at + 1}`
  const sections = guestsSections(form)
  return (
    <fieldset class="guest">
      <legend>{text('guest', { number: String(at + 1) })}</legend>
      <PersonFields
        person={guest}
        at={pointer}
        prefix={`g.${at}.`}
        errors={errors}
        asks={{ email: 'optional', phone: false }}
        onChange={onGuest}
        onLeave={onLeave}
      />
      <FormFields
        sections={sections}
        values={guest.entries}
        errors={answerErrors(errors, pointer)}
        timezone={timezone}
        prefix={`g.${at}.a.`}
        enhanced={enhanced}
        without={askedOfAll(form)}
        left={places.left}
        onChange={(name, entry) =>
          onGuest({ entries: { ...guest.entries, [name]: entry } }, `${pointer}/answers/${name}`)
        }
        onLeave={(name) => onLeave(`${pointer}/answers/${name}`)}
      />
      {most !== undefined && (
        <button
          class="button quiet small"
          type="submit"
          name="action"
          value={`remove-guest-${at}`}
          formAction={`${action}#${GUESTS}`}
          formNoValidate
          onClick={(event) => {
            event.preventDefault()
            onRemove()
          }}
        >
          {text('removeGuest', { number: String(at + 1) })}
        </button>
      )}
    </fieldset>
  )
}
