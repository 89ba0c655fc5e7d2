import type { TSchema } from 'typebox'

type Node = Record<string, unknown>

const hidden = '[redacted]'

/**
 * The parts of a value that a debug line may show: null, booleans, numbers if the schema has a number, members of an
 * enum or const, and texts that the schema marks with `'x-log': true`. Member names that no schema lists are hidden
 * too.
 */
export function redact(schema: TSchema, value: unknown): unknown {
  return redactBy(branches(schema), value)
}

function redactBy(nodes: Node[], value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (Array.isArray(value)) return redactArray(nodes, value)
  if (typeof value === 'object') return redactObject(nodes, value as Record<string, unknown>)
  return isListed(nodes, value) || isOpen(nodes, value) ? value : hidden
}

function redactArray(nodes: Node[], array: unknown[]): unknown {
  const arrays = nodes.filter((node) => accepts(node, 'array'))
  if (arrays.length === 0) return hidden
  return array.map((item, index) =>
    redactBy(
      arrays.flatMap((node) => branches(itemOf(node, index))),
      item,
    ),
  )
}

function redactObject(nodes: Node[], object: Record<string, unknown>): unknown {
  const objects = nodes.filter((node) => accepts(node, 'object'))
  if (objects.length === 0) return hidden
  const shown: Record<string, unknown> = {}
  for (const node of objects) {
    for (const name of Object.keys(node.properties ?? {})) {
      if (!Object.hasOwn(object, name)) continue
      const members = objects.flatMap(({ properties }) => branches((properties as Node | undefined)?.[name]))
      shown[name] = redactBy(members, object[name])
    }
  }
  return shown
}

function isListed(nodes: Node[], value: unknown): boolean {
  return nodes.some((node) => node.const === value || (Array.isArray(node.enum) && node.enum.includes(value)))
}

// Every schema branch that accepts the value must allow showing it: a text if marked, a number unless marked
// otherwise.
function isOpen(nodes: Node[], value: unknown): boolean {
  const text = typeof value === 'string'
  const takers = nodes.filter((node) => {
    if ('const' in node || 'enum' in node) return false
    return text ? accepts(node, 'string') : accepts(node, 'number') || accepts(node, 'integer')
  })
  return (
    takers.length > 0 && takers.every((node) => (text ? node['x-log'] === true : node['x-log'] !== false))
  )
}

function accepts(node: Node, type: string): boolean {
  return node.type === type || (Array.isArray(node.type) && node.type.includes(type))
}

function itemOf({ items, prefixItems }: Node, index: number): unknown {
  const first = Array.isArray(items) ? items : Array.isArray(prefixItems) ? prefixItems : []
  return first[index] ?? (Array.isArray(items) ? undefined : items)
}

// References are not followed, so what they refer to stays hidden.
function branches(schema: unknown): Node[] {
  if (typeof schema !== 'object' || schema === null) return []
  const node = schema as Node
  const inner = [node.anyOf, node.oneOf, node.allOf].flatMap((list) => (Array.isArray(list) ? list : []))
  return [node, ...inner.flatMap(branches)]
}
