import { useEffect } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
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
  const { isBusy, run } = useAction(() => showToast(text('pushFailed')))
  const state = pushState.value
  useEffect(() => {
    // Errors are ignored, because push cannot be turned on offline anyway.
    lookAtPush().catch(() => undefined)
  }, [])
  return (
    <section class="push-switch">
      <h2>{text('pushTitle')}</h2>
      <p role="status">{text(notes[state])}</p>
      {state === 'off' && (
        <Button disabled={isBusy} onClick={() => run(enablePush)}>
          {text('pushEnable')}
        </Button>
      )}
      {state === 'on' && (
        <Button disabled={isBusy} onClick={() => run(disablePush)}>
          {text('pushDisable')}
        </Button>
      )}
    </section>
  )
}
