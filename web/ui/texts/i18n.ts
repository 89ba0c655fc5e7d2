import { signal } from '@preact/signals'
import { readChoice, writeChoice } from './choice.ts'
import { isolate } from './isolate.ts'

export const localeNames = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const
export type Locale = keyof typeof localeNames

/** The placeholders (names in braces) of a text. */
type Slot<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Slot<Rest>
  : never
type Values<Text extends string> = [Slot<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Slot<Text>, string | number>>]

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
 * Creates a table of texts. English is part of the app; another language is loaded when chosen. Values are isolated,
 * because text from others could reverse the direction of the sentence.
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
    current.value[key].replace(/\{(\w+)\}/g, (slot, name: string) =>
      isolate(String((values as Readonly<Record<string, unknown>> | undefined)?.[name] ?? slot)),
    )
}

/** Loads a language; calling the result switches to it synchronously. */
export async function loadLocale(wanted: Locale): Promise<() => void> {
  const show = await Promise.all(tables.map((table) => table.load(wanted)))
  return () => {
    for (const apply of show) apply()
    locale.value = wanted
  }
}

export async function chooseLocale(wanted: Locale): Promise<void> {
  const show = await loadLocale(wanted)
  show()
  document.documentElement.lang = wanted
  writeChoice('language', wanted)
}

/** The language chosen here before, or the first supported language of the browser. */
export async function startLocale(): Promise<void> {
  const asked = [readChoice('language') ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2))
  const found = asked.find((tag): tag is Locale => tag in localeNames) ?? 'en'
  // If the language file cannot be loaded, English is used.
  if (found !== 'en') await chooseLocale(found).catch(() => undefined)
}
