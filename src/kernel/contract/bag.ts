import type { TSchema } from 'typebox'
import { Fault } from '../base/fault.ts'
import { parseJson } from '../text/json.ts'

/** Parameters by name, as old clients send them: texts, lists and nested parameters. */
export type Bag = { [name: string]: unknown }

const MOST_PAIRS = 500
const DEEPEST = 5

/** Parses `user[email]=a&logos[][res]=b&logos[0][res]=c` like the common server-side libraries do. */
export function parseForm(text: string): Bag {
  const bag = emptyBag()
  const pairs = text.split('&').filter((pair) => pair !== '')
  if (pairs.length > MOST_PAIRS) throw malformed(`send at most ${MOST_PAIRS} parameters`)
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    const name = decode(at < 0 ? pair : pair.slice(0, at))
    put(bag, pathOf(name), 0, at < 0 ? '' : decode(pair.slice(at + 1)))
  }
  return bag
}

/** Parses a form or JSON body. */
export function parseBagBody(bytes: Uint8Array, contentType: string): Bag {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json') return readJsonBag(bytes)
  if (type === 'application/x-www-form-urlencoded' || type === '') return parseForm(decodeUtf8(bytes))
  throw new Fault('unsupported-type', {
    detail: 'send application/x-www-form-urlencoded or application/json',
  })
}

/**
 * Merges nested parameters too, since a user's data may be split between query and body. For other values the later
 * one wins; null counts as absent.
 */
export function mergeBags(...bags: readonly Bag[]): Bag {
  const merged = emptyBag()
  for (const bag of bags) {
    for (const [name, value] of Object.entries(bag)) {
      if (value === null) continue
      const known = merged[name]
      merged[name] = isBag(known) && isBag(value) ? mergeBags(known, value) : value
    }
  }
  return merged
}

function readJsonBag(bytes: Uint8Array): Bag {
  const value = parseJson(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformed('send a JSON object')
  return value as Bag
}

function pathOf(name: string): string[] {
  const end = name.indexOf('[')
  const path =
    end < 0
      ? [name]
      : [name.slice(0, end), ...[...name.slice(end).matchAll(/\[([^\]]*)\]/g)].map(([, part = '']) => part)]
  if (path.length > DEEPEST || path.includes('__proto__')) throw malformed('a parameter has no such name')
  return path
}

/** `[]` creates a list and `[0]` an object with number names; the schema decides later which of the two it is. */
function put(target: Bag, path: readonly string[], at: number, value: string): void {
  const name = path[at] ?? ''
  const next = path[at + 1]
  if (next === undefined) {
    target[name] = value
    return
  }
  if (next !== '') {
    const child = isBag(target[name]) ? target[name] : emptyBag()
    target[name] = child
    put(child, path, at + 1, value)
    return
  }
  const list: unknown[] = Array.isArray(target[name]) ? target[name] : []
  target[name] = list
  const member = path[at + 2]
  if (member === undefined) list.push(value)
  else put(elementFor(list, member), path, at + 2, value)
}

/** Starts a new list element if the last one already has this member. */
function elementFor(list: unknown[], member: string): Bag {
  const last = list.at(-1)
  if (isBag(last) && !(member in last)) return last
  const element = emptyBag()
  list.push(element)
  return element
}

function emptyBag(): Bag {
  return Object.create(null) as Bag
}

function isBag(value: unknown): value is Bag {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    if (decoded.includes('\u0000')) throw malformed('a parameter holds a NUL')
    return decoded
  } catch (error) {
    throw error instanceof Fault ? error : malformed('a parameter is not well percent-encoded')
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw malformed('the body is not UTF-8')
  }
}

function malformed(detail: string): Fault {
  return new Fault('malformed', { detail })
}

/**
 * The members that the schema names, with texts converted to the types it asks for. Additional members of old clients
 * are ignored.
 */
export function readBag(schema: TSchema, raw: unknown): unknown {
  const { type, items } = schema as BagSchema
  if (type === 'object' && isBag(raw)) return readMembers(schema as BagSchema, raw)
  // PHP encodes an empty map as an empty list.
  if (type === 'object' && Array.isArray(raw) && raw.length === 0) return {}
  if (type === 'array') {
    const list = listOf(raw)
    return Array.isArray(list) ? list.map((element) => readMember(items, element)) : list
  }
  if (type === 'boolean') return booleans.get(String(raw)) ?? raw
  if (type === 'integer' && typeof raw === 'string' && /^\d{1,15}$/.test(raw)) return Number(raw)
  if (type === 'string' && (typeof raw === 'number' || typeof raw === 'boolean')) return String(raw)
  return raw
}

type BagSchema = {
  type?: string
  properties?: Readonly<Record<string, TSchema>>
  /** For a map, whose names the caller chooses. */
  patternProperties?: Readonly<Record<string, TSchema>>
  items?: TSchema
}

function readMembers({ properties, patternProperties }: BagSchema, raw: Bag): Bag {
  const [values] = Object.values(patternProperties ?? {})
  const members: [string, unknown][] = []
  for (const name of Object.keys(properties ?? raw)) {
    const schema = properties?.[name] ?? values
    if (isGiven(schema, raw[name])) members.push([name, readMember(schema, raw[name])])
  }
  // Object.fromEntries creates an own property for every name, including __proto__.
  return Object.fromEntries(members)
}

/** A form can only leave a parameter empty to say that it has none, so an empty value counts only as a text. */
function isGiven(schema: BagSchema | undefined, raw: unknown): boolean {
  if (raw === '') return schema === undefined || schema.type === 'string'
  return raw !== undefined && raw !== null
}

/** `logos[0]=a&logos[1]=b` is a list; the numbers may start anywhere and come in any order. */
function listOf(raw: unknown): unknown {
  if (!isBag(raw) || !Object.keys(raw).every((name) => /^\d{1,3}$/.test(name))) return raw
  return Object.entries(raw)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, element]) => element)
}

const booleans = new Map([
  ['true', true],
  ['True', true],
  ['1', true],
  ['false', false],
  ['False', false],
  ['0', false],
])

function readMember(schema: TSchema | undefined, raw: unknown): unknown {
  return schema === undefined ? raw : readBag(schema, raw)
}
