import { useEffect, useRef, useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { text } from '../base/texts.ts'
import type { LockRecord, PinLock } from '../store/lock-record.ts'
import { unlockByPin } from './unlock.ts'

export function PinEntry({ lock }: { lock: LockRecord & PinLock }) {
  const [pin, setPin] = useState('')
  const { isBusy, failure, run } = useAction(() => text('lockPinWrong'))
  const seconds = useSecondsUntil(lock.notBefore)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
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
      <Field
        label={text('lockPin')}
        error={failure}
        {...(seconds > 0 ? { help: text('lockWait', { seconds }) } : {})}
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            class="input code"
            type="password"
            inputMode="numeric"
            autocomplete="off"
            value={pin}
            onInput={(event) => setPin(event.currentTarget.value)}
          />
        )}
      </Field>
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
