import { locale } from '../../ui/texts/i18n.ts'

/** In the chosen language, with the reader's regional format if their region uses that language. */
export function formatDate(time: number, options: Intl.DateTimeFormatOptions = {}): string {
  const tag = navigator.languages.find((name) => name.startsWith(locale.value)) ?? locale.value
  return new Date(time).toLocaleString(tag, { dateStyle: 'medium', ...options })
}
