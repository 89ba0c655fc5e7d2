import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { Page } from '../base/page.tsx'
import { eraseAll, lock, openVault } from '../base/state.ts'
import { text } from '../base/texts.ts'
import { openPasskeyLock } from './passkey.ts'
import { PinEntry } from './pin-entry.tsx'

/** Covers everything while the app is locked. */
export function LockScreen() {
  const [isAsked, setAsked] = useState(false)
  const { failure, run } = useAction(() => text('failedHere'))
  return (
    <main class="lock">
      <Page title={text('lockTitle')} lead={text('lockLead')}>
        {lock.value?.kind === 'pin' ? <PinEntry lock={lock.value} /> : <PasskeyEntry />}
        {failure !== undefined && <p role="alert">{failure}</p>}
        <div class="actions">
          <Button look="quiet" onClick={() => setAsked(true)}>
            {text('lockForgotten')}
          </Button>
        </div>
        {isAsked && (
          <Confirm
            title={text('eraseTitle')}
            yes={text('eraseYes')}
            onYes={() => run(eraseAll)}
            onClose={() => setAsked(false)}
          >
            {text('lockForgottenNote')}
          </Confirm>
        )}
      </Page>
    </main>
  )
}

function PasskeyEntry() {
  const { isBusy, failure, run } = useAction(() => text('lockPasskeyFailed'))
  const open = async () => {
    if (lock.value?.kind !== 'passkey') return
    const key = await openPasskeyLock(lock.value)
    if (key === undefined) throw new Error('the passkey does not open the lock')
    await openVault(key)
  }
  return (
    <div class="stack">
      <Button look="primary" disabled={isBusy} onClick={() => run(open)}>
        {text('lockOpenPasskey')}
      </Button>
      {failure !== undefined && <p role="alert">{failure}</p>}
    </div>
  )
}
