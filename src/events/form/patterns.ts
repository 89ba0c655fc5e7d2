import { RE2Set } from 're2js'
import { createCache } from '../../kernel/base/cache.ts'
import { LONGEST_PATTERN } from './definition.ts'
import { PatternRefusal, translatePattern } from './ecma-pattern.ts'

type Pattern = { readonly size: number; readonly set: RE2Set }

const LARGEST_PROGRAM = 600
const STATE_BYTES = 131_072
const compiled = createCache<Pattern>({ max: 500 })

/** Matches anywhere in the text, as in JSON Schema. Runs in time linear in the text, whatever the pattern. */
export function matchesPattern(pattern: string, text: string): boolean {
  return patternOf(pattern).set.match(text).length > 0
}

/** The size of the compiled program: a text of n characters costs at most about n times as many steps. */
export function sizeOfPattern(pattern: string): number {
  return patternOf(pattern).size
}

/** Describes what is wrong with a pattern; the text follows the pattern's name. */
export function findPatternFault(pattern: string): string | undefined {
  try {
    patternOf(pattern)
    return undefined
  } catch (error) {
    if (error instanceof PatternRefusal) return error.message
    throw error
  }
}

function patternOf(pattern: string): Pattern {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  const made = compile(pattern)
  compiled.set(pattern, made)
  return made
}

function compile(pattern: string): Pattern {
  if (pattern.length > LONGEST_PATTERN)
    throw new PatternRefusal(`is longer than ${LONGEST_PATTERN} characters: shorten it`)
  const { source, size } = translatePattern(pattern)
  if (size > LARGEST_PROGRAM)
    throw new PatternRefusal('repeats too much: use minLength and maxLength for lengths, and smaller counts')
  const set = new RE2Set(RE2Set.UNANCHORED, 0, STATE_BYTES)
  try {
    set.add(source)
    set.compile()
  } catch {
    throw new PatternRefusal('uses what cannot be matched in linear time: leave out the unusual parts')
  }
  return { size, set }
}
