import { type ApiDocument, resolve, type Schema } from '../base/document.ts'
import { Inline } from '../base/markdown.tsx'
import { text } from '../base/texts.ts'

const DEEPEST = 8

type ViewProps = { document: ApiDocument; schema: Schema; depth?: number }

/** A schema with everything inside it. */
export function SchemaView({ document, schema, depth = 0 }: ViewProps) {
  const node = resolve(document, schema)
  const inside = <SchemaInside document={document} schema={node} depth={depth} />
  if (depth > 0 || node.properties !== undefined) return inside
  return (
    <div>
      <p>
        <code>{describeType(document, node)}</code> <Notes node={node} />
      </p>
      {inside}
    </div>
  )
}

function SchemaInside({ document, schema, depth = 0 }: ViewProps) {
  if (depth > DEEPEST) return null
  const alternatives = (schema.anyOf ?? schema.oneOf ?? []).map((part) => resolve(document, part))
  if (alternatives.some(hasInside))
    return (
      <ul class="schema">
        {alternatives.map((part, at) => (
          <li key={at}>
            <span class="schema-type">
              {text('alternative', { number: String(at + 1) })}: {describeType(document, part)}
            </span>
            <SchemaInside document={document} schema={part} depth={depth + 1} />
          </li>
        ))}
      </ul>
    )
  if (schema.items !== undefined)
    return <SchemaInside document={document} schema={resolve(document, schema.items)} depth={depth} />
  const members = Object.entries(schema.properties ?? {})
  if (members.length === 0) return null
  return (
    <ul class="schema">
      {members.map(([name, member]) => (
        <Member
          key={name}
          name={name}
          required={schema.required?.includes(name) ?? false}
          view={{ document, schema: resolve(document, member), depth: depth + 1 }}
        />
      ))}
    </ul>
  )
}

function Member({ name, required, view }: { name: string; required: boolean; view: ViewProps }) {
  return (
    <li>
      <code>{name}</code> <span class="schema-type">{describeType(view.document, view.schema)}</span>{' '}
      {required && <span class="schema-required">{text('required')}</span>} <Notes node={view.schema} />
      <SchemaInside {...view} />
    </li>
  )
}

function hasInside(schema: Schema): boolean {
  return schema.properties !== undefined || schema.items?.properties !== undefined
}

/** In the words of JSON Schema: `string`, `array of object`, `"a" or "b"`. */
export function describeType(document: ApiDocument, schema: Schema): string {
  const node = resolve(document, schema)
  const alternatives = node.anyOf ?? node.oneOf
  if (alternatives !== undefined)
    return [...new Set(alternatives.map((part) => describeType(document, part)))].join(' | ')
  if (node.const !== undefined) return JSON.stringify(node.const)
  if (node.enum !== undefined) return node.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (node.type === 'array')
    return `array of ${node.items === undefined ? 'any' : describeType(document, node.items)}`
  return typeof node.type === 'string' ? node.type : (node.type?.join(' | ') ?? 'any')
}

const LIMITS = [
  'format',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'default',
] as const

export function Notes({ node }: { node: Schema }) {
  const limits = LIMITS.filter((keyword) => node[keyword] !== undefined)
  return (
    <>
      {node.description !== undefined && (
        <>
          <Inline text={node.description} />{' '}
        </>
      )}
      {limits.map((keyword) => (
        <span class="schema-limit" key={keyword}>
          {keyword}: {String(node[keyword])}
        </span>
      ))}
    </>
  )
}
