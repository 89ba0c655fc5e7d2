import { render } from 'preact'
import { watchServer } from '../ui/offline/online.ts'
import { startLocale } from '../ui/texts/i18n.ts'
import '../ui/styles/style.css'
import { startTheme } from '../ui/theme.ts'
import { App } from './app.tsx'
import './authenticator.css'
import './codes/codes.css'
import { followLinks } from './base/link.ts'
import { watchInstallation } from './install/install.ts'
import { startAutoLock } from './lock/auto-lock.ts'
import { NoStorage } from './no-storage.tsx'
import { startPush } from './push/subscribe.ts'
import { startInboxes } from './requests/inbox.ts'
import './requests/requests.css'
import { loadState } from './base/state.ts'
import { startWorker } from './offline/updates.tsx'
import { loadParts } from './on-demand.tsx'

startTheme()
watchServer()
followLinks()
watchInstallation()
const root = document.getElementById('app') ?? document.body
const [, isLoaded] = await Promise.all([
  startLocale(),
  loadState().then(
    () => true,
    () => false,
  ),
])
if (isLoaded) {
  startAutoLock()
  startInboxes()
  startPush()
  render(<App />, root)
  // If offline, what was interrupted is completed at a later start.
  loadParts()
    .then((settle) => settle())
    .catch(() => undefined)
} else render(<NoStorage />, root)
void startWorker()
