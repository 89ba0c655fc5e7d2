import { Preferences } from '../../ui/inputs/preferences.tsx'
import { Page } from '../base/page.tsx'
import { text } from '../base/texts.ts'
import { LockSettings } from '../lock/lock-settings.tsx'
import { PushSwitch } from '../push/push-switch.tsx'
import { RecoverySettings } from '../recovery/recovery-settings.tsx'
import { BlockedSettings } from './blocked-settings.tsx'
import { EraseButton } from './erase-button.tsx'
import { ExportSettings } from './export-settings.tsx'

export function SettingsPage() {
  return (
    <Page title={text('navSettings')}>
      <Preferences />
      <LockSettings />
      <PushSwitch />
      <RecoverySettings />
      <BlockedSettings />
      <ExportSettings />
      <EraseSettings />
    </Page>
  )
}

function EraseSettings() {
  return (
    <section>
      <h2>{text('eraseTitle')}</h2>
      <p>{text('eraseNote')}</p>
      <EraseButton />
    </section>
  )
}
