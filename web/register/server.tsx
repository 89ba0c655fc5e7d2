import { renderToString } from 'preact-render-to-string'
import type { RegistrationPageView } from '../../src/client/registration-page.ts'
import { type Locale, loadLocale, localeNames } from '../ui/texts/i18n.ts'
import { App } from './app.tsx'
import { writeDatesAs } from './base/dates.ts'
import { titleOf } from './title.ts'

const tags = Object.keys(localeNames) as Locale[]
const shows = new Map(await Promise.all(tags.map(async (tag) => [tag, await loadLocale(tag)] as const)))

/**
 * The server loads the build of this file. Rendering is synchronous, so the language set for this view cannot mix with
 * another request's.
 */
export function renderPage(view: RegistrationPageView): { title: string; html: string } {
  shows.get(view.language)?.()
  writeDatesAs(view.tag)
  return { title: titleOf(view), html: renderToString(<App view={view} />) }
}
