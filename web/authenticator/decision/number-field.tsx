import { TextInput } from '../../ui/inputs/inputs.tsx'
import { text } from '../base/texts.ts'

/** What a person has to type: two digits that only the other screen shows. */
export const numberPattern = /^\d\d$/

type NumberFieldProps = {
  value: string
  error: string | undefined
  onInput: (value: string) => void
}

/** The number is shown on the other screen only, so nobody can approve without seeing that screen. */
export function NumberField({ value, error, onInput }: NumberFieldProps) {
  return (
    <div class="number-field">
      <TextInput
        label={text('requestNumber')}
        help={text('requestNumberHelp')}
        error={error}
        inputMode="numeric"
        maxLength={2}
        value={value}
        onChange={(next) => onInput(next.replace(/\D/g, ''))}
      />
    </div>
  )
}
