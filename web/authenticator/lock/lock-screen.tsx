import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/dialogs/confirm-button.tsx'
import { Page } from '../base/page.tsx'
import { eraseAll, lock, openVault } from '../base/state.ts'
import { text } from '../base/texts.ts'
import { loadPasskey } from './load-passkey.ts'
import { PinEntry } from './pin-entry.tsx'

/** Covers everything while the app is locked. */
export function LockScreen() {
  const { failure, run } = useAction(() => text('failedHere'))
  return (
    <main class="lock">
      <Page title={text('lockTitle')} lead={text('lockLead')}>
        {lock.value?.kind === 'pin' ? <PinEntry lock={lock.value} /> : <PasskeyEntry />}
        {failure !== undefined && <p role="alert">{failure}</p>}
        <div class="actions">
          <ConfirmButton
            look="quiet"
            isDangerous
            text={text(lock.value?.kind === 'pin' ? 'lockForgotten' : 'lockNoPasskey')}
            title={text('eraseTitle')}
            yes={text('eraseYes')}
            onYes={() => run(eraseAll)}
          >
            {text('lockForgottenNote')}
          </ConfirmButton>
        </div>
      </Page>
    </main>
  )
}

function PasskeyEntry() {
  const { isBusy, failure, run } = useAction(() => text('lockPasskeyFailed'))
  const open = async () => {
    if (lock.value?.kind !== 'passkey') return
    const { openPasskeyLock } = await loadPasskey()
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
