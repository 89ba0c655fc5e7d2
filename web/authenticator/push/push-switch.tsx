import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { text } from '../base/texts.ts'
import { disablePush, enablePush, lookAtPush, pushState } from './subscribe.ts'

const notes = {
  off: 'pushNote',
  on: 'pushOn',
  blocked: 'pushBlocked',
  unsupported: 'pushUnsupported',
  unavailable: 'pushUnavailable',
} as const

/** The setting that turns push messages on or off. */
export function PushSwitch() {
  const [isBusy, setBusy] = useState(false)
  const state = pushState.value
  useEffect(() => {
    // Errors are ignored, because push cannot be turned on offline anyway.
    lookAtPush().catch(() => undefined)
  }, [])
  const change = async (work: () => Promise<void>) => {
    setBusy(true)
    await work().catch(() => showToast(text('pushFailed')))
    setBusy(false)
  }
  return (
    <section class="push-switch">
      <h2>{text('pushTitle')}</h2>
      <p role="status">{text(notes[state])}</p>
      {state === 'off' && (
        <Button disabled={isBusy} onClick={() => void change(enablePush)}>
          {text('pushEnable')}
        </Button>
      )}
      {state === 'on' && (
        <Button disabled={isBusy} onClick={() => void change(disablePush)}>
          {text('pushDisable')}
        </Button>
      )}
    </section>
  )
}
