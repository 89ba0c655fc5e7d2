import { render } from 'preact'
import { startLocale } from '../ui/texts/i18n.ts'
import '../ui/styles/style.css'
import { startTheme } from '../ui/theme.ts'
import { App } from './app.tsx'
import './docs.css'

startTheme()
await startLocale()
render(<App />, document.getElementById('app') ?? document.body)
