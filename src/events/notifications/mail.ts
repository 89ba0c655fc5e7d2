import { createCache } from '../../kernel/base/cache.ts'
import type { EventRow, RegistrationRow } from '../records/tables.ts'
import { chooseLanguage, type Language } from './languages.ts'
import { de } from './texts/de.ts'
import { en, type MailTexts } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'

export type MailKind =
  | 'confirmed'
  | 'pending'
  | 'waitlisted'
  | 'offered'
  | 'promoted'
  | 'approved'
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'again'
  | 'transferred'
  | 'handedOver'
  | 'newLink'
  | 'sessionPromoted'

const texts: Readonly<Record<Language, MailTexts>> = { en, de, fr, es }
/** Mails about a registration that has ended for the recipient, so they contain no details, ticket or link. */
const over: ReadonlySet<MailKind> = new Set(['declined', 'cancelled', 'expired', 'handedOver'])

type MailParts = {
  kind: MailKind
  event: EventRow
  registration: RegistrationRow
  link: string
  /** The title of the session that the mail is about. */
  session?: string | undefined
}

/** A text message with a code, or the question shown on a phone; titles are shortened to keep it short. */
export function writeShort(
  key: 'code' | 'question',
  event: EventRow,
  code = '',
): { text: string; locale: Language } {
  const language = chooseLanguage([event.locale])
  const title = [...oneLine(event.title)].slice(0, 60).join('')
  const text = texts[language][key].replace('{code}', code).replace('{event}', () => title)
  return { text, locale: language }
}

/** Written in the event's language. Text that people entered is inserted as plain text, each on one line. */
export function writeMail({ kind, event, registration, link, session = '' }: MailParts) {
  const language = chooseLanguage([event.locale])
  const words = texts[language]
  const title = oneLine(event.title)
  const fill = (key: keyof MailTexts, values: Readonly<Record<string, string>> = {}) =>
    words[key].replace(/\{(\w+)\}/g, (_slot, name: string) => values[name] ?? '')
  const until = formatTime(registration.expires_at ?? 0, event, language)
  const details = over.has(kind)
    ? []
    : [
        fill('number', { number: registration.confirmation_number }),
        fill('when', { when: formatPeriod(event, language) }),
        ...listPlace(event).map((where) => fill('where', { where })),
        ...(event.accessibility_note
          ? [fill('accessibility', { note: oneLine(event.accessibility_note) })]
          : []),
        '',
        fill('link'),
        link,
        fill('keep'),
      ]
  const lines = [
    greet(fill('hello', { name: nameOf(registration) })),
    '',
    fill(kind, { event: title, until, session: oneLine(session) }),
    ...(event.test_mode === 1 ? [fill('test')] : []),
    '',
    ...details,
    ...listContact(event).map((contact) => fill('contact', { contact })),
  ]
  return {
    subject: fill(`${kind}Subject`, { event: title }),
    text: `${lines.join('\n').trimEnd()}\n`,
    locale: language,
  }
}

/** Anyone can register any address under any name: only a short, plain name is used, so that it cannot carry a message. */
function nameOf({ first_name }: RegistrationRow): string {
  const isPlain = /^[\p{L}\p{M} .'’-]{1,40}$/u.test(first_name) && !/\.\p{L}/u.test(first_name)
  return isPlain ? first_name : ''
}

function greet(text: string): string {
  return text.replace(/[\s,]+([,:])$/, '$1')
}

function listPlace({ venue }: EventRow): string[] {
  if (venue === null) return []
  const { name, address } = JSON.parse(venue) as { name?: string; address?: string }
  const text = [name, address].filter(Boolean).join(', ')
  return text === '' ? [] : [oneLine(text)]
}

function listContact({ contact }: EventRow): string[] {
  if (contact === null) return []
  const { name, email, phone } = JSON.parse(contact) as { name?: string; email?: string; phone?: string }
  const text = [name, email, phone].filter(Boolean).join(', ')
  return text === '' ? [] : [oneLine(text)]
}

/** As on the page of the event. */
const styles = {
  period: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  },
  moment: { dateStyle: 'medium', timeStyle: 'short' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>

const periods = createCache<string>({ max: 1_000 })

/** Kept, because formatting takes longer than writing the mail's row. */
function formatPeriod(event: EventRow, language: Language): string {
  const { starts_at, ends_at, timezone } = event
  const key = `${tagOf(event, language)} ${timezone} ${starts_at} ${ends_at}`
  const known = periods.get(key)
  if (known !== undefined) return known
  const text = `${formatterOf(event, language, 'period').formatRange(starts_at, ends_at)} (${timezone})`
  periods.set(key, text)
  return text
}

function formatTime(at: number, event: EventRow, language: Language): string {
  return `${formatterOf(event, language, 'moment').format(at)} (${event.timezone})`
}

const formatters = createCache<Intl.DateTimeFormat>({ max: 200 })

/** Kept, because creating one takes longer than the rest of a mail, which is written while others wait for places. */
function formatterOf(event: EventRow, language: Language, style: keyof typeof styles): Intl.DateTimeFormat {
  const tag = tagOf(event, language)
  const key = `${style} ${tag} ${event.timezone}`
  const known = formatters.get(key)
  if (known !== undefined) return known
  const options = { ...styles[style], timeZone: event.timezone }
  const formatter = new Intl.DateTimeFormat(tag, options)
  formatters.set(key, formatter)
  return formatter
}

/** Keeps the region, because `en-US` formats dates differently. English without a region is as on the page. */
function tagOf({ locale }: EventRow, language: Language): string {
  if (locale !== null && new RegExp(`^${language}-[A-Za-z]{2}$`).test(locale)) return locale
  return language === 'en' ? 'en-GB' : language
}

/** Line breaks and control characters could add lines or headers; direction marks could reverse the text. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}
