import { identities } from './base/state.ts'
import { settleArrivals } from './identity/base/arrivals.ts'
import { settleRotations } from './identity/base/changes.ts'
import { IdentityPage } from './identity/identity-page.tsx'
import { LostDevicePage } from './identity/lost-device-page.tsx'
import { PairPage } from './identity/pair-page.tsx'
import { ArrivalPage } from './moving/arrival-page.tsx'
import { MovePage } from './moving/move-page.tsx'
import { MovedPage } from './moving/moved-page.tsx'
import { RecoveryPage } from './recovery/recovery-page.tsx'
import { Reminder } from './recovery/reminder.tsx'
import { RestorePage } from './recovery/restore-page.tsx'
import { SettingsPage } from './settings/settings-page.tsx'
import { keepStorage } from './store/persist.ts'

/** What few people need, in one file that is loaded when it is first shown: many small ones would compress badly. */
export const parts = {
  identity: IdentityPage,
  lost: LostDevicePage,
  pair: PairPage,
  arrival: ArrivalPage,
  move: MovePage,
  moved: MovedPage,
  recovery: RecoveryPage,
  reminder: Reminder,
  restore: RestorePage,
  settings: SettingsPage,
} as const

/** At every start: completes changes of keys whose answers were lost, and asks the browser to keep the keys. */
export async function settle(): Promise<void> {
  if (identities.value.length > 0) keepStorage()
  await settleRotations()
  await settleArrivals()
}
