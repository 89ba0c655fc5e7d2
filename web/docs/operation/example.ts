import { type ApiDocument, resolve, type Schema } from '../base/document.ts'

const DEEPEST = 8

const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2030-06-01T09:00:00Z',
  date: '2030-06-01',
  email: 'ada@example.org',
  uri: 'https://example.org/',
  uuid: '00000000-0000-7000-8000-000000000000',
}

/** An example value for a schema; `whole` includes optional members. */
export function makeExample(document: ApiDocument, schema: Schema, whole: boolean): unknown {
  return make({ document, whole }, schema, 0)
}

type Options = { readonly document: ApiDocument; readonly whole: boolean }

function make(options: Options, schema: Schema, depth: number): unknown {
  const node = resolve(options.document, schema)
  const given = [...(node.examples ?? []), node.default, node.const, node.enum?.[0]]
  const known = given.find((value) => value !== undefined)
  if (known !== undefined) return known
  const [first] = node.anyOf ?? node.oneOf ?? []
  if (first !== undefined) return make(options, first, depth)
  const type = Array.isArray(node.type) ? node.type[0] : node.type
  if (type === 'array')
    return node.items === undefined || depth > DEEPEST ? [] : [make(options, node.items, depth + 1)]
  if (type === 'object' || node.properties !== undefined) return makeObject(options, node, depth)
  if (type === 'integer' || type === 'number') return node.minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'null') return null
  return byFormat[node.format ?? ''] ?? (String(node.pattern).includes('@') ? byFormat.email : 'text')
}

function makeObject(options: Options, node: Schema, depth: number) {
  if (depth > DEEPEST) return {}
  const required = new Set(node.required)
  const members = Object.entries(node.properties ?? {})
  const needed = members.filter(([name]) => options.whole || required.has(name))
  // If nothing is required, some optional members are shown: an empty object would not help.
  const shown = needed.length === 0 && depth === 0 ? members.slice(0, 3) : needed
  return Object.fromEntries(shown.map(([name, member]) => [name, make(options, member, depth + 1)]))
}

/** The example as a request body of this media type. */
export function writeExample(type: string, value: unknown): string {
  if (/[/+]json\b/.test(type)) return JSON.stringify(value, null, 2)
  if (type === 'application/x-www-form-urlencoded') return writeForm(value).join('&')
  return typeof value === 'string' && value !== 'text' ? value : ''
}

/** Nested members in brackets: `user[email]=…`. */
function writeForm(value: unknown, name = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${name}=${encodeURIComponent(String(value))}`]
  return Object.entries(value).flatMap(([key, member]) =>
    writeForm(member, name === '' ? key : `${name}[${key}]`),
  )
}
