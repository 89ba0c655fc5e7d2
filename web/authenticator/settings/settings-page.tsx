import { useAction } from '../../ui/action.ts'
import { ConfirmButton } from '../../ui/dialogs/confirm-button.tsx'
import { Preferences } from '../../ui/inputs/preferences.tsx'
import { Page } from '../base/page.tsx'
import { eraseAll } from '../base/state.ts'
import { text } from '../base/texts.ts'
import { LockSettings } from '../lock/lock-settings.tsx'
import { PushSwitch } from '../push/push-switch.tsx'
import { disablePush, pushState } from '../push/subscribe.ts'
import { BlockedSettings } from './blocked-settings.tsx'
import { ExportSettings } from './export-settings.tsx'

export function SettingsPage() {
  return (
    <Page title={text('navSettings')}>
      <Preferences />
      <LockSettings />
      <PushSwitch />
      <BlockedSettings />
      <ExportSettings />
      <EraseSettings />
    </Page>
  )
}

function EraseSettings() {
  const { failure, run } = useAction(() => text('failedHere'))
  const erase = async () => {
    // Must come first: the services are notified with keys that are deleted afterwards.
    if (pushState.value === 'on') await disablePush().catch(() => undefined)
    await eraseAll()
  }
  return (
    <section>
      <h2>{text('eraseTitle')}</h2>
      <p>{text('eraseNote')}</p>
      {failure !== undefined && <p role="alert">{failure}</p>}
      <ConfirmButton look="danger" title={text('eraseTitle')} yes={text('eraseYes')} onYes={() => run(erase)}>
        {text('eraseAsk')}
      </ConfirmButton>
    </section>
  )
}
