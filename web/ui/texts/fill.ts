import { isolate } from './isolate.ts'
import { PLACEHOLDER } from './placeholder.ts'

export type Given = Readonly<Record<string, string | number>>
type Formats = { readonly number: Intl.NumberFormat; readonly plural: Intl.PluralRules }

const formats = new Map<string, Formats>()

/** Kept, because creating a format takes longer than using it a hundred times. */
function formatsOf(language: string): Formats {
  let found = formats.get(language)
  if (found === undefined) {
    found = { number: new Intl.NumberFormat(language), plural: new Intl.PluralRules(language) }
    formats.set(language, found)
  }
  return found
}

/** As people write it in the language: `3,000` or `3.000`. */
export function formatNumber(value: number, language: string): string {
  return formatsOf(language).number.format(value)
}

/**
 * Fills the placeholders of a text. `{count|place|places}` becomes the first word where the language's rule for that
 * number is "one". Inserted text is isolated, because text from others could reverse the direction of the sentence.
 */
export function fill(text: string, language: string, given: Given = {}): string {
  return text.replace(PLACEHOLDER, (slot, name: string, one?: string, other?: string) => {
    const value = given[name]
    if (value === undefined) return slot
    if (one !== undefined && other !== undefined)
      return formatsOf(language).plural.select(Number(value)) === 'one' ? one : other
    return typeof value === 'number' ? formatNumber(value, language) : isolate(value)
  })
}
