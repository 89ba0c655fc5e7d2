import { CodeBlock } from '../../ui/code-block.tsx'
import { Table } from '../../ui/lists/table.tsx'
import type { Answer, ApiDocument, Operation, Schema } from '../base/document.ts'
import { Inline } from '../base/markdown.tsx'
import { Status } from '../base/method.tsx'
import { text } from '../base/texts.ts'
import { makeExample, writeExample } from './example.ts'
import { SchemaView } from './schema.tsx'

/** The successful answers of an operation. */
export function AnswerList({ document, operation }: { document: ApiDocument; operation: Operation }) {
  const answers = Object.entries(operation.responses).filter(([status]) => Number(status) < 400)
  return (
    <section>
      <h2>{text('answers')}</h2>
      {answers.map(([status, answer]) => (
        <section key={status} class="answer">
          <h3>
            <Status status={Number(status)} /> <Inline text={answer.description} />
          </h3>
          <AnswerHeaders answer={answer} />
          <AnswerContent document={document} answer={answer} />
        </section>
      ))}
    </section>
  )
}

function AnswerHeaders({ answer }: { answer: Answer }) {
  const headers = Object.entries(answer.headers ?? {})
  if (headers.length === 0) return null
  const rows = headers.map(([name, { description = '' }]) => ({
    key: name,
    cells: [<code>{name}</code>, <Inline text={description} />],
  }))
  return <Table label={text('headers')} head={[text('header'), text('meaning')]} rows={rows} />
}

function AnswerContent({ document, answer }: { document: ApiDocument; answer: Answer }) {
  const contents = Object.entries(answer.content ?? {})
  if (contents.length === 0) return <p class="soft">{text('noBody')}</p>
  return (
    <>
      {contents.map(([type, { schema = {} }]) => (
        <AnswerBody key={type} document={document} type={type} schema={schema} />
      ))}
    </>
  )
}

function AnswerBody({ document, type, schema }: { document: ApiDocument; type: string; schema: Schema }) {
  const example = writeExample(type, makeExample(document, schema, true))
  return (
    <details class="fold">
      <summary>
        <code>{type}</code>
      </summary>
      <SchemaView document={document} schema={schema} />
      {example !== '' && <CodeBlock title={text('example')} text={example} />}
    </details>
  )
}
