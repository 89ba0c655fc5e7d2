import { signal } from '@preact/signals'
import { readChoice, writeChoice } from './choice.ts'
import { fill, type Given } from './fill.ts'

export const localeNames = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const
export type Locale = keyof typeof localeNames

/** The placeholders of a text: `{name}`, or `{count|place|places}` for a word that depends on a number. */
type Slot<Text extends string> = Text extends `${string}{${infer Inner}}${infer Rest}`
  ? Inner | Slot<Rest>
  : never
type Counted<Inner extends string> = Inner extends `${infer Name}|${string}` ? Name : never
type Named<Inner extends string> = Inner extends `${string}|${string}` ? never : Inner
/**
 * The placeholders for amounts. A number is grouped as people write it (`1,234`), so all others accept only text: the
 * digits of an id, a version, a port or a year must stay as they are. (A status of HTTP has three digits.)
 */
type Amount =
  | 'added'
  | 'cancelled'
  | 'capacity'
  | 'confirmed'
  | 'count'
  | 'done'
  | 'expected'
  | 'inside'
  | 'left'
  | 'limit'
  | 'max'
  | 'min'
  | 'most'
  | 'ms'
  | 'place'
  | 'position'
  | 'quota'
  | 'refused'
  | 'sends'
  | 'sent'
  | 'status'
  | 'taken'
  | 'total'
  | 'unchanged'
  | 'unsealed'
  | 'updated'
type Value<Name> = Name extends Amount ? string | number : string
type NamedValues<Name extends string> = { [Key in Name]: Value<Key> }
type Values<Text extends string> = [Slot<Text>] extends [never]
  ? []
  : [
      values: Readonly<
        NamedValues<Exclude<Named<Slot<Text>>, Counted<Slot<Text>>>> & Record<Counted<Slot<Text>>, number>
      >,
    ]

/** Other languages have a text for each English one: a missing text does not compile. */
export type TextsLike<English> = Readonly<Record<keyof English, string>>
/** The texts without placeholders. */
export type PlainKey<English> = {
  [Key in keyof English]: English[Key] extends `${string}{${string}` ? never : Key
}[keyof English]
type OtherLocale = Exclude<Locale, 'en'>
type Table = { load(locale: Locale): Promise<() => void> }

export const locale = signal<Locale>('en')
const tables: Table[] = []

/**
 * Creates a table of texts. English is part of the app; another language is loaded when chosen. Numbers and plurals
 * follow the language.
 */
export function createTexts<const English extends Readonly<Record<string, string>>>(
  english: English,
  others: Readonly<Record<OtherLocale, () => Promise<TextsLike<English>>>>,
) {
  const current = signal<TextsLike<English>>(english)
  const table: Table = {
    async load(wanted) {
      const texts = wanted === 'en' ? english : await others[wanted]()
      return () => {
        current.value = texts
      }
    },
  }
  tables.push(table)
  // A table may be created late, with a page that is loaded on demand.
  if (locale.peek() !== 'en')
    void table.load(locale.peek()).then(
      (apply) => apply(),
      () => undefined,
    )
  return <Key extends keyof English>(key: Key, ...[values]: Values<English[Key]>): string =>
    fill(current.value[key], locale.value, values as Given | undefined)
}

/** Loads a language; calling the result switches to it synchronously. */
export async function loadLocale(wanted: Locale): Promise<() => void> {
  const show = await Promise.all(tables.map((table) => table.load(wanted)))
  return () => {
    for (const apply of show) apply()
    locale.value = wanted
  }
}

/** Switches to a language, and keeps it as the reader's choice. */
export async function chooseLocale(wanted: Locale): Promise<void> {
  await showLocale(wanted)
  writeChoice('language', wanted)
}

async function showLocale(wanted: Locale): Promise<void> {
  const show = await loadLocale(wanted)
  show()
  document.documentElement.lang = wanted
}

/** The language chosen here before, or the first supported language of the browser. */
export async function startLocale(): Promise<void> {
  const asked = [readChoice('language') ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2))
  const found = asked.find((tag): tag is Locale => tag in localeNames) ?? 'en'
  // If the language file cannot be loaded, English is used.
  if (found !== 'en') await showLocale(found).catch(() => undefined)
}
