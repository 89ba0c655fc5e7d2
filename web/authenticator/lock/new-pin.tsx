import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import { uiText } from '../../ui/texts.ts'
import { text } from '../base/texts.ts'
import { PIN_DIGITS } from './pin.ts'

const pinInput = { required: true, class: 'input code', type: 'password', inputMode: 'numeric' } as const

type NewPinProps = { onPin: (pin: string) => Promise<void>; onCancel: () => void }

/** Asks for the PIN twice, because the input is hidden. */
export function NewPin({ onPin, onCancel }: NewPinProps) {
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [objection, setObjection] = useState<string>()
  const { isBusy, failure, run } = useAction(() => text('failedHere'))
  const submit = () => {
    const found = object(pin, again)
    setObjection(found)
    if (found === undefined) run(() => onPin(pin))
  }
  return (
    <Form onSubmit={submit}>
      <TextInput
        {...pinInput}
        label={text('lockNewPin')}
        help={text('lockPinHelp', { count: PIN_DIGITS })}
        error={objection ?? failure}
        value={pin}
        onChange={setPin}
      />
      <TextInput {...pinInput} label={text('lockPinAgain')} value={again} onChange={setAgain} />
      <div class="actions">
        <Button look="primary" type="submit" disabled={isBusy}>
          {text('lockSetPin')}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {uiText('cancel')}
        </Button>
      </div>
    </Form>
  )
}

function object(pin: string, again: string): string | undefined {
  if (!new RegExp(`^\\d{${PIN_DIGITS},}$`).test(pin)) return text('lockPinHelp', { count: PIN_DIGITS })
  if (/^(\d)\1+$/.test(pin) || '01234567890'.includes(pin) || '09876543210'.includes(pin))
    return text('lockPinSimple')
  return pin === again ? undefined : text('lockPinDiffers')
}
