import { hydrate } from 'preact'
import type { RegistrationPageView } from '../../src/client/registration-page.ts'
import '../ui/styles/style.css'
import { loadLocale } from '../ui/texts/i18n.ts'
import { startTheme } from '../ui/theme.ts'
import { App } from './app.tsx'
import { writeDatesAs } from './base/dates.ts'
import '../ui/form/form.css'
import './register.css'

startTheme()
const view = JSON.parse(document.getElementById('view')?.textContent ?? '') as RegistrationPageView
const show = await loadLocale(view.language)
show()
writeDatesAs(view.tag)
hydrate(<App view={view} />, document.getElementById('app') ?? document.body)
