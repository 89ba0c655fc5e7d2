import type { AttendeeDraft } from '../../../src/client/registration-page.ts'
import { Field } from '../../ui/inputs/field.tsx'
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
  const own = (autocomplete: string) => ({ autocomplete: isGuest ? 'off' : (autocomplete as 'name') })
  return (
    <>
      <div class="two">
        {(['firstName', 'lastName'] as const).map((name) => (
          <Field key={name} label={text(name)} error={errors[`${at}/${name}`]} required>
            {(control) => (
              <input
                {...control}
                {...own(name === 'firstName' ? 'given-name' : 'family-name')}
                name={prefix + name}
                maxLength={200}
                value={person[name]}
                onInput={(event) => onChange({ [name]: event.currentTarget.value }, `${at}/${name}`)}
                onBlur={() => onLeave(`${at}/${name}`)}
              />
            )}
          </Field>
        ))}
      </div>
      <Field
        label={text(asks.email === 'optional' ? 'guestEmail' : 'email')}
        help={
          asks.email === 'required'
            ? text('emailHelp')
            : asks.email === 'fixed'
              ? text('emailFixed')
              : undefined
        }
        error={errors[`${at}/email`]}
        required={asks.email === 'required'}
      >
        {(control) => (
          <input
            {...control}
            {...own('email')}
            name={`${prefix}email`}
            type="email"
            maxLength={254}
            value={person.email}
            readOnly={asks.email === 'fixed'}
            onInput={(event) => onChange({ email: event.currentTarget.value }, `${at}/email`)}
            onBlur={() => onLeave(`${at}/email`)}
          />
        )}
      </Field>
      {asks.phone && (
        <Field label={text('phone')} help={text('phoneHelp')} error={errors[`${at}/phone`]} required>
          {(control) => (
            <input
              {...control}
              {...own('tel')}
              name={`${prefix}phone`}
              type="tel"
              maxLength={40}
              placeholder="+49 …"
              value={person.phone}
              onInput={(event) => onChange({ phone: event.currentTarget.value }, `${at}/phone`)}
              onBlur={() => onLeave(`${at}/phone`)}
            />
          )}
        </Field>
      )}
    </>
  )
}
