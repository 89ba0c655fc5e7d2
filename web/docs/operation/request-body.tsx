import { Tabs } from '../../ui/tabs.tsx'
import type { ApiDocument, Operation } from '../base/document.ts'
import { text } from '../base/texts.ts'
import { SchemaView } from './schema.tsx'

export function RequestBody({ document, operation }: { document: ApiDocument; operation: Operation }) {
  const { requestBody } = operation
  if (requestBody === undefined) return null
  const tabs = Object.entries(requestBody.content).map(([type, { schema = {} }]) => ({
    key: type.replace(/\W/g, '-'),
    title: type,
    content: () => <SchemaView document={document} schema={schema} />,
  }))
  return (
    <section>
      <h2>
        {text('body')} {requestBody.required && <span class="schema-required">{text('required')}</span>}
      </h2>
      <Tabs label={text('bodyType')} tabs={tabs} />
    </section>
  )
}
