import { locale } from '../../ui/texts/i18n.ts'

/** In the chosen language, and in the manner of the reader's own country where that speaks it. */
export function formatDate(time: number): string {
  const tag = navigator.languages.find((name) => name.startsWith(locale.value)) ?? locale.value
  return new Date(time).toLocaleDateString(tag, { dateStyle: 'medium' })
}
