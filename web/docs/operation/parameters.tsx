import { Table } from '../../ui/lists/table.tsx'
import type { ApiDocument, Parameter } from '../base/document.ts'
import { Inline } from '../base/markdown.tsx'
import { text } from '../base/texts.ts'
import { describeType, Notes } from './schema.tsx'

export const placeTexts = { path: 'inPath', query: 'inQuery', header: 'inHeader' } as const

type ParameterTableProps = { document: ApiDocument; parameters: readonly Parameter[] }

export function ParameterTable({ document, parameters }: ParameterTableProps) {
  if (parameters.length === 0) return null
  return (
    <section>
      <h2>{text('parameters')}</h2>
      <Table
        label={text('parameters')}
        head={[text('name'), text('place'), text('type'), text('description')]}
        rows={parameters.map(({ name, in: place, required, description, schema }) => ({
          key: `${place} ${name}`,
          cells: [
            <span>
              <code>{name}</code> {required && <span class="schema-required">{text('required')}</span>}
            </span>,
            text(placeTexts[place]),
            <span class="schema-type">{describeType(document, schema)}</span>,
            <span>
              {description !== undefined && (
                <>
                  <Inline text={description} />{' '}
                </>
              )}
              <Notes node={schema} />
            </span>,
          ],
        }))}
      />
    </section>
  )
}
