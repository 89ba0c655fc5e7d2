import { Secret } from '../../kernel/base/secret.ts'
import { quote, Refusal } from './error.ts'

/** Parses the text of a setting, or throws a Refusal. */
export type Parse<T> = (text: string) => T

export function wholeNumber(least: number, most: number): Parse<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= least && value <= most))
      throw new Refusal(`is not a whole number from ${least} to ${most}`)
    return value
  }
}

export function oneOf<const T extends string>(...choices: readonly T[]): Parse<T> {
  return (text) => {
    const choice = choices.find((candidate) => candidate === text)
    if (choice === undefined) throw new Refusal(`is not one of ${choices.join(', ')}`)
    return choice
  }
}

/** Items separated by commas, without duplicates; spaces around them are dropped. */
export function listOf<T>(parseItem: Parse<T>): Parse<readonly T[]> {
  return (text) => {
    const items = text.split(',').map((item) => item.trim())
    const repeated = items.find((item, index) => items.indexOf(item) < index)
    if (items.includes('')) throw new Refusal('has an empty item: put one comma between two items')
    if (repeated !== undefined) throw new Refusal(`has the item ${quote(repeated)} twice`)
    return items.map((item) => (items.length === 1 ? parseItem(item) : parseListed(parseItem, item)))
  }
}

function parseListed<T>(parseItem: Parse<T>, item: string): T {
  try {
    return parseItem(item)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(`has the item ${quote(item)}, which ${error.message}`)
  }
}

export function matching(pattern: RegExp, refusal: string): Parse<string> {
  return (text) => {
    if (!pattern.test(text)) throw new Refusal(refusal)
    return text
  }
}

export function secret(parse: Parse<unknown>): Parse<Secret> {
  return (text) => {
    parse(text)
    return new Secret(text)
  }
}

/** Any text, such as a path. */
export function anyText(text: string): string {
  return text
}
