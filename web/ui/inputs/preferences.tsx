import { chooseLocale, type Locale, locale, localeNames } from '../texts/i18n.ts'
import { uiText } from '../texts.ts'
import { chooseTheme, type Theme, theme, themes } from '../theme.ts'
import { showToast } from '../toast.tsx'
import { Field } from './field.tsx'

const themeTexts = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const

/** Language and colours. */
export function Preferences() {
  const changeLocale = (wanted: string) =>
    chooseLocale(wanted as Locale).catch(() => showToast(uiText('failed')))
  return (
    <div class="preferences">
      <Field label={uiText('language')}>
        {(control) => (
          <select
            {...control}
            value={locale.value}
            onChange={(e) => void changeLocale(e.currentTarget.value)}
          >
            {Object.entries(localeNames).map(([tag, name]) => (
              <option key={tag} value={tag} lang={tag}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={uiText('theme')}>
        {(control) => (
          <select
            {...control}
            value={theme.value}
            onChange={(event) => chooseTheme(event.currentTarget.value as Theme)}
          >
            {themes.map((name) => (
              <option key={name} value={name}>
                {uiText(themeTexts[name])}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}
