import { chooseLocale, type Locale, locale, localeNames } from '../texts/i18n.ts'
import { uiText } from '../texts.ts'
import { chooseTheme, theme, themes } from '../theme.ts'
import { showToast } from '../toast.tsx'
import { SelectInput } from './inputs.tsx'

const locales = Object.keys(localeNames) as Locale[]
const themeTexts = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const

/** Language and colours. */
export function Preferences() {
  const changeLocale = (wanted: Locale) => chooseLocale(wanted).catch(() => showToast(uiText('failed')))
  return (
    <div class="preferences">
      <SelectInput
        label={uiText('language')}
        value={locale.value}
        onChange={(wanted) => void changeLocale(wanted)}
        choices={locales.map((tag) => ({ value: tag, label: localeNames[tag], lang: tag }))}
      />
      <SelectInput
        label={uiText('theme')}
        value={theme.value}
        onChange={chooseTheme}
        choices={themes.map((name) => ({ value: name, label: uiText(themeTexts[name]) }))}
      />
    </div>
  )
}
