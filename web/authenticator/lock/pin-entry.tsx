import { useEffect, useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import { text } from '../base/texts.ts'
import type { LockRecord, PinLock } from '../store/lock-record.ts'
import { unlockByPin } from './unlock.ts'

export function PinEntry({ lock }: { lock: LockRecord & PinLock }) {
  const [pin, setPin] = useState('')
  const { isBusy, failure, run } = useAction(() => text('lockPinWrong'))
  const seconds = useSecondsUntil(lock.notBefore)
  const open = async () => {
    setPin('')
    await unlockByPin(lock, pin)
  }
  return (
    <Form
      onSubmit={() => {
        if (seconds === 0) run(open)
      }}
    >
      <TextInput
        label={text('lockPin')}
        help={seconds > 0 && text('lockWait', { seconds })}
        error={failure}
        isFocused
        class="input code"
        type="password"
        inputMode="numeric"
        value={pin}
        onChange={setPin}
      />
      <Button look="primary" type="submit" disabled={isBusy || seconds > 0 || pin === ''}>
        {text('lockOpen')}
      </Button>
    </Form>
  )
}

function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now())
  const left = Math.max(0, Math.ceil((time - now) / 1000))
  useEffect(() => {
    setNow(Date.now())
    if (time <= Date.now()) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [time])
  return left
}
