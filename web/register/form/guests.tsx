import { type AttendeeDraft, newAttendee } from '../../../src/client/registration-page.ts'
import { FormFields } from '../../ui/form/form-fields.tsx'
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
  form: FormView | undefined
  timezone: string
  places: Places
  errors: Errors
  onChange: (guests: readonly AttendeeDraft[], pointer: string) => void
  onLeave: (pointer: string) => void
}

/** The inputs for guests. */
export function Guests(props: GuestsProps) {
  const { guests, most, onChange } = props
  if (guests.length === 0 && (most ?? 0) === 0) return null
  const change = (at: number, changes: Partial<AttendeeDraft>, pointer: string) =>
    onChange(
      guests.map((guest, index) => (index === at ? { ...guest, ...changes } : guest)),
      pointer,
    )
  return (
    <fieldset class="form-section">
      <legend>{text('guests')}</legend>
      {most !== undefined && (
        <p class="soft">{most === 1 ? text('oneGuestHelp') : text('guestsHelp', { count: most })}</p>
      )}
      {guests.map((guest, at) => (
        <Guest
          key={at}
          {...props}
          guest={guest}
          at={at}
          onGuest={(changes, pointer) => change(at, changes, pointer)}
        />
      ))}
      {most !== undefined && guests.length < most && (
        <button
          class="button small"
          type="submit"
          name="action"
          value="add-guest"
          formNoValidate
          onClick={(event) => {
            event.preventDefault()
            onChange([...guests, newAttendee()], '')
          }}
        >
          {text('addGuest')}
        </button>
      )}
    </fieldset>
  )
}

type GuestProps = GuestsProps & {
  guest: AttendeeDraft
  at: number
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
  guests,
  onChange,
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
          formNoValidate
          onClick={(event) => {
            event.preventDefault()
            onChange(
              guests.filter((_guest, index) => index !== at),
              '',
            )
          }}
        >
          {text('removeGuest', { number: String(at + 1) })}
        </button>
      )}
    </fieldset>
  )
}
