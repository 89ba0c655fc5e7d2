import { findWall, findZone } from '../schedules/base/wall-time.ts'
import type { Answers, Field, Form } from './definition.ts'
import { shownFields } from './plan.ts'

/** The value of a form control: typed text, the ticked values, or whether it is ticked. */
export type Entry = string | readonly string[] | boolean
export type Entries = Readonly<Record<string, Entry>>

type Of = { readonly type: Field['type'] }

/**
 * Turns entered values into answers, without hidden fields. Values that cannot be read stay as they are, so that
 * validation reports them. Times without an offset are in `timezone`.
 */
export function readEntries(form: Form, entries: Entries, timezone: string): Record<string, unknown> {
  const fields = form.sections.flatMap((section) => section.fields)
  const read = fields.map((field): [string, unknown] => [
    field.name,
    readEntry(field, Object.hasOwn(entries, field.name) ? entries[field.name] : undefined, timezone),
  ])
  const answers = Object.fromEntries(read)
  const shown = shownFields(form, answers)
  return Object.fromEntries(read.filter(([name, value]) => value !== undefined && shown.has(name)))
}

/** The reverse of `readEntries`: turns answers into the values of controls. */
export function writeEntries(form: Form, answers: Answers, timezone: string): Record<string, Entry> {
  const written = form.sections
    .flatMap((section) => section.fields)
    .flatMap((field): [string, Entry][] => {
      const answer = Object.hasOwn(answers, field.name) ? answers[field.name] : undefined
      return answer === undefined || answer === null
        ? []
        : [[field.name, writeEntry(field, answer, timezone)]]
    })
  return Object.fromEntries(written)
}

function readEntry({ type }: Of, entry: Entry | undefined, timezone: string): unknown {
  if (type === 'boolean' || type === 'consent')
    return entry === true || entry === 'true' || (Array.isArray(entry) && entry.includes('true'))
  if (type === 'multiselect') {
    const values = typeof entry === 'string' ? [entry] : Array.isArray(entry) ? entry : []
    const chosen = values.filter((value) => value !== '')
    return chosen.length === 0 ? undefined : chosen
  }
  const text = Array.isArray(entry) ? entry.at(-1) : entry
  if (typeof text !== 'string' || text.trim() === '') return undefined
  return readText(type, text, timezone)
}

const NUMBER = /^[+-]?\d{1,17}(?:[.,]\d{1,17})?$/
const LOCAL = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?$/

function readText(type: Field['type'], text: string, timezone: string): unknown {
  if (type === 'text' || type === 'textarea') return text.replaceAll('\r\n', '\n')
  const plain = text.trim()
  if (type === 'number') return NUMBER.test(plain) ? Number(plain.replace(',', '.')) : plain
  if (type === 'phone') return plain.replaceAll(/[\s()./-]/g, '').replace(/^00/, '+')
  if (type === 'country') return plain.toUpperCase()
  const local = type === 'datetime' ? LOCAL.exec(plain)?.[1] : undefined
  return local === undefined ? plain : withOffset(local, timezone)
}

const MINUTE_MS = 60_000

function withOffset(local: string, timezone: string): string {
  const wall = Date.parse(`${local}:00Z`)
  const at = findZone(timezone)?.(wall)
  if (at === undefined || Number.isNaN(wall)) return local
  const minutes = Math.round((wall - at) / MINUTE_MS)
  const two = (part: number) => String(part).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${local}:00${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

function writeEntry({ type }: Of, answer: unknown, timezone: string): Entry {
  if (typeof answer === 'boolean') return answer
  if (Array.isArray(answer)) return answer.map(String)
  if (type !== 'datetime') return String(answer)
  const wall = findWall(timezone, Date.parse(String(answer)))
  return wall === undefined || Number.isNaN(wall) ? String(answer) : new Date(wall).toISOString().slice(0, 16)
}
