import { render } from 'preact'
import { watchServer } from '../ui/offline/online.ts'
import { startLocale } from '../ui/texts/i18n.ts'
import '../ui/styles/style.css'
import { startTheme } from '../ui/theme.ts'
import { App } from './app.tsx'
import './console.css'
import { loadSession, onSignOut } from './base/session.ts'

// Lists of people are deleted from the device; unsent scans stay.
onSignOut(async () => (await import('./check-in/door/prepared.ts')).forgetPrepared())
startTheme()
watchServer()
await Promise.all([startLocale(), loadSession()])
render(<App />, document.getElementById('app') ?? document.body)
