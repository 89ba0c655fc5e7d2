import { render } from 'preact'
import { watchServer } from '../ui/offline/online.ts'
import { startLocale } from '../ui/texts/i18n.ts'
import '../ui/styles/style.css'
import { startTheme } from '../ui/theme.ts'
import { App } from './app.tsx'
import './console.css'
import { loadSession, onSignOut } from './base/session.ts'

// No list of people stays on the device; scans that wait to be sent do.
onSignOut(async () => (await import('./check-in/desk/prepared.ts')).forgetPrepared())
startTheme()
watchServer()
await Promise.all([startLocale(), loadSession()])
render(<App />, document.getElementById('app') ?? document.body)
