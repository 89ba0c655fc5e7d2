import { locale } from '../texts/i18n.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** In the chosen language, with the reader's regional format if their region uses that language. */
export function formatIn(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const tag = navigator.languages.find((name) => name.startsWith(locale.value)) ?? locale.value
  const key = `${tag} ${zone} ${JSON.stringify(options)}`
  let format = formats.get(key)
  if (format === undefined) {
    format = new Intl.DateTimeFormat(tag, { ...options, timeZone: zone })
    formats.set(key, format)
  }
  return format
}

/** `6 May 2031, 09:00 – 7 May 2031, 18:00` */
export function formatRange(start: string, end: string, zone: string): string {
  const format = formatIn(zone, { dateStyle: 'medium', timeStyle: 'short' })
  return format.formatRange(Date.parse(start), Math.max(Date.parse(start), Date.parse(end)))
}

export function formatMoment(time: string | number, zone: string): string {
  return formatIn(zone, { dateStyle: 'medium', timeStyle: 'short' }).format(
    typeof time === 'number' ? time : Date.parse(time),
  )
}
