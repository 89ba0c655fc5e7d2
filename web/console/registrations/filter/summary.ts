import { isolate } from '../../../ui/texts/isolate.ts'
import { formatMoment } from '../../../ui/time/dates.ts'
import { text } from '../base/texts.ts'
import { type Condition, type Draft, type Op, takesValues } from './draft.ts'
import { type FilterField, fieldNamed } from './fields.ts'

const opTexts = {
  eq: 'opEq',
  ne: 'opNe',
  lt: 'opLt',
  lte: 'opLte',
  gt: 'opGt',
  gte: 'opGte',
  between: 'opBetween',
  in: 'opIn',
  nin: 'opNin',
  contains: 'opContains',
  startsWith: 'opStartsWith',
  isNull: 'opIsNull',
  isNotNull: 'opIsNotNull',
} as const satisfies Record<Op, string>

/** Negations that have no operator of their own. */
const negatedTexts = {
  contains: 'opNotContains',
  startsWith: 'opNotStartsWith',
  between: 'opNotBetween',
} as const

const opposites = {
  eq: 'ne',
  ne: 'eq',
  in: 'nin',
  nin: 'in',
  isNull: 'isNotNull',
  isNotNull: 'isNull',
  lt: 'gte',
  gte: 'lt',
  gt: 'lte',
  lte: 'gt',
} as const satisfies Record<Exclude<Op, keyof typeof negatedTexts>, Op>

export function hasNegation(op: Op): op is keyof typeof negatedTexts {
  return op in negatedTexts
}

export function opText(op: Op, negated: boolean): string {
  if (!negated) return text(opTexts[op])
  return text(hasNegation(op) ? negatedTexts[op] : opTexts[opposites[op]])
}

type Words = { readonly fields: readonly FilterField[]; readonly zone: string }

/** A filter as a sentence: `Status is confirmed and (Age ≥ 18 or not Diet is vegan)`. */
export function summarise(draft: Draft, words: Words, outer = true): string {
  if (draft.kind === 'condition') return tellCondition(draft, words)
  const inner = tellGroup(draft, words, outer)
  return draft.negated ? text('summaryNot', { what: outer ? `(${inner})` : inner }) : inner
}

function tellGroup({ join, children }: Draft & { kind: 'group' }, words: Words, outer: boolean): string {
  const parts = children.map((child) => summarise(child, words, false)).filter((part) => part !== '')
  const told = parts.join(` ${text(join === 'and' ? 'joinAnd' : 'joinOr')} `)
  return outer || parts.length < 2 ? told : `(${told})`
}

function tellCondition({ field: name, op, negated, values }: Condition, words: Words): string {
  const field = fieldNamed(words.fields, name)
  const told = values.map((value) => isolate(tellValue(field, value, words.zone)))
  const object = takesValues(op) === 'two' ? told.join(` ${text('joinAnd')} `) : told.join(', ')
  return `${isolate(field.label)} ${opText(op, negated)}${object === '' ? '' : ` ${object}`}`
}

function tellValue({ kind, choices }: FilterField, value: unknown, zone: string): string {
  if (typeof value === 'boolean') return text(value ? 'yes' : 'no')
  const chosen = choices?.find((choice) => choice.value === value)
  if (chosen !== undefined) return chosen.label
  const told = String(value ?? '')
  if (kind === 'moment' && !Number.isNaN(Date.parse(told))) return formatMoment(told, zone)
  return kind === 'text' || kind === 'choice' ? `“${told}”` : told
}
