import { TextInput } from '../../ui/inputs/inputs.tsx'
import { text } from '../base/texts.ts'
import { tellFailure } from '../decision/failure-text.ts'
import type { Failure } from '../decision/refusal.ts'

type NumberFieldProps = {
  value: string
  /** Whether the user has pressed the button at least once. */
  isTried: boolean
  failure: Failure | undefined
  onInput: (value: string) => void
}

/** The number is shown on the other screen only, so nobody can approve without seeing that screen. */
export function NumberField({ value, isTried, failure, onInput }: NumberFieldProps) {
  const isShort = isTried && !/^\d\d$/.test(value)
  const error =
    failure?.kind === 'wrong-number'
      ? tellFailure(failure)
      : isShort
        ? text('requestNumberNeeded')
        : undefined
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
