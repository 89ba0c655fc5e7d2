import type { TSchema } from 'typebox'
import { code, table } from '../../kernel/text/markdown.ts'

type Node = Readonly<Record<string, unknown>>

/** A schema's members as a table; a schema without members as one line. */
export function renderSchema(schema: TSchema): string {
  const node = schema as Node
  const rows = listMembers(node, '')
  if (rows.length > 0) return table(['Member', 'Type', 'Required', 'Meaning'], rows)
  return [describeType(node), describeNotes(node)].filter((part) => part !== '').join('. ')
}

/** Includes members of nested objects and lists: `app.name`, `keys[].kid`. */
function listMembers(node: Node, prefix: string): string[][] {
  const required = new Set(listOf(node.required))
  return Object.entries(nodeOf(node.properties)).flatMap(([name, value]) => {
    const member = nodeOf(value)
    const path = prefix + name
    const row = [code(path), describeType(member), required.has(name) ? 'yes' : 'no', describeNotes(member)]
    return [row, ...listMembers(member, `${path}.`), ...listMembers(nodeOf(member.items), `${path}[].`)]
  })
}

function describeType(node: Node): string {
  const alternatives = [...listOf(node.anyOf), ...listOf(node.oneOf)]
  if (alternatives.length > 0) return alternatives.map((part) => describeType(nodeOf(part))).join(' or ')
  if ('const' in node) return code(JSON.stringify(node.const))
  if (Array.isArray(node.enum)) return node.enum.map((value) => code(JSON.stringify(value))).join(' or ')
  if (node.type === 'array') return `list of ${describeType(nodeOf(node.items))}`
  if (Array.isArray(node.type)) return node.type.join(' or ')
  return typeof node.type === 'string' ? node.type : 'any'
}

const limits = [
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['minLength', 'characters, at least'],
  ['maxLength', 'characters, at most'],
  ['minItems', 'items, at least'],
  ['maxItems', 'items, at most'],
  ['format', 'format'],
  ['pattern', 'pattern'],
  ['default', 'default'],
] as const

function describeNotes(node: Node): string {
  const notes = limits
    .filter(([keyword]) => node[keyword] !== undefined)
    .map(([keyword, words]) => `${words} ${code(String(node[keyword]))}`)
  return [typeof node.description === 'string' ? node.description : '', notes.join(', ')].join(' ').trim()
}

function nodeOf(value: unknown): Node {
  return typeof value === 'object' && value !== null ? (value as Node) : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
