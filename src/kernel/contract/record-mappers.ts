import { foldAddress } from '../text/email-address.ts'
import { formatTime, getTime } from '../text/times.ts'
import { foldCase } from '../text/words.ts'
import type { Member, Members } from './member.ts'

// Mappers are compiled to one object literal: building an object member by member takes ten times as long, and
// spreading objects together thirty times. The names in the code come from the record definition.

const tools = { foldAddress, foldCase, formatTime, getTime }
const names = Object.keys(tools)

/** Compiles a function that turns what a client sends into columns. */
export function compileWriter(members: Members): (values: object, at: string) => object {
  const make = new Function(
    ...names,
    'values',
    'at',
    `return { ${cellsOf(members, 'values', '').join(', ')} }`,
  )
  return make.bind(undefined, ...Object.values(tools))
}

/**
 * Compiles a function that turns a row into members. `kept` contains the members that have no column; what it contains
 * of those stored as JSON is not parsed again.
 */
export function compileReader(members: Members): (row: object, kept: object) => object {
  const make = new Function(...names, 'row', 'kept', `return ${literalOf(members)}`)
  return make.bind(undefined, ...Object.values(tools))
}

function cellsOf(members: Members, source: string, path: string): string[] {
  return Object.entries(members).flatMap(([name, member]) => {
    const { kind, column, parts, options } = member
    const value = `${source}[${quote(name)}]`
    if (kind === 'elsewhere') return []
    if (parts !== undefined) return cellsOf(parts, value, `${path}/${name}`)
    const given = member.required ? value : `(${value} ?? ${quote(member.otherwise)})`
    const time = `getTime(${value}, at + ${quote(`${path}/${name}`)})`
    return [
      `${quote(column)}: ${cellOf(member, given, time)}`,
      ...(options.key === undefined ? [] : [`${quote(options.key)}: ${keyOf(member, given)}`]),
      ...(options.time === undefined ? [] : [`${quote(options.time)}: ${orNull(given, time)}`]),
    ]
  })
}

function cellOf({ kind }: Member, given: string, time: string): string {
  if (kind === 'flag') return `Number(${given})`
  if (kind === 'time') return orNull(given, time)
  if (kind === 'json') return orNull(given, `JSON.stringify(${given})`)
  return given
}

function keyOf({ options }: Member, given: string): string {
  return orNull(given, `${options.as === 'address' ? 'foldAddress' : 'foldCase'}(${given})`)
}

function orNull(given: string, cell: string): string {
  return `${given} === null ? null : ${cell}`
}

function literalOf(members: Members): string {
  const values = Object.entries(members).map(([name, member]) => `${quote(name)}: ${memberOf(name, member)}`)
  return `{ ${values.join(', ')} }`
}

function memberOf(name: string, { kind, column, parts }: Member): string {
  if (parts !== undefined) return literalOf(parts)
  if (kind === 'elsewhere') return `kept[${quote(name)}]`
  const cell = `row[${quote(column)}]`
  if (kind === 'flag') return `${cell} === 1`
  if (kind === 'time') return `${cell} === null ? null : formatTime(${cell})`
  if (kind === 'json') return `kept[${quote(name)}] ?? (${cell} === null ? null : JSON.parse(${cell}))`
  return cell
}

function quote(value: unknown): string {
  return JSON.stringify(value)
}
