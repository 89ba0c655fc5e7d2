import type { AttendeeDraft } from '../../../src/client/registration-page.ts'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import { text } from '../base/texts.ts'
import type { Errors } from './errors.ts'

type PersonFieldsProps = {
  person: AttendeeDraft
  /** The prefix of its JSON pointers: `/registrant`, `/attendees/1`. */
  at: string
  /** The prefix of the controls' names. */
  prefix: string
  errors: Errors
  asks: { email: 'required' | 'optional' | 'fixed'; phone: boolean }
  onChange: (changes: Partial<AttendeeDraft>, pointer: string) => void
  onLeave: (pointer: string) => void
}

/** Inputs for names and contact details. */
export function PersonFields(props: PersonFieldsProps) {
  const { person, at, prefix, errors, asks, onChange, onLeave } = props
  const isGuest = prefix !== ''
  const field = (name: 'firstName' | 'lastName' | 'email' | 'phone', autocomplete: string) => ({
    name: prefix + name,
    label: text(name),
    value: person[name],
    error: errors[`${at}/${name}`],
    autocomplete: isGuest ? 'off' : autocomplete,
    dir: undefined,
    onChange: (value: string) => onChange({ [name]: value }, `${at}/${name}`),
    onBlur: () => onLeave(`${at}/${name}`),
  })
  return (
    <>
      <div class="two">
        <TextInput {...field('firstName', 'given-name')} maxLength={200} required />
        <TextInput {...field('lastName', 'family-name')} maxLength={200} required />
      </div>
      <TextInput
        {...field('email', 'email')}
        type="email"
        {...emailTexts(asks.email)}
        maxLength={254}
        required={asks.email === 'required'}
        readOnly={asks.email === 'fixed'}
      />
      {asks.phone && (
        <TextInput
          {...field('phone', 'tel')}
          type="tel"
          help={text('phoneHelp')}
          maxLength={40}
          placeholder="+49 …"
          required
        />
      )}
    </>
  )
}

function emailTexts(asked: PersonFieldsProps['asks']['email']) {
  if (asked === 'optional') return { label: text('guestEmail') }
  return { label: text('email'), help: text(asked === 'required' ? 'emailHelp' : 'emailFixed') }
}
