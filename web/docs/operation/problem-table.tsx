import { Table } from '../../ui/lists/table.tsx'
import type { Operation } from '../base/document.ts'
import { Inline } from '../base/markdown.tsx'
import { Status } from '../base/method.tsx'
import type { ApiSummary } from '../base/product.ts'
import { text } from '../base/texts.ts'

/** The problems of an operation. The documents list the codes of a status in its description. */
export function ProblemTable({ api, operation }: { api: ApiSummary; operation: Operation }) {
  const codes = Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, answer]) =>
      answer.description.split(', ').map((code) => ({ code, status: Number(status) })),
    )
  if (codes.length === 0) return null
  return (
    <section>
      <h2>{text('problems')}</h2>
      <Table
        label={text('problems')}
        head={[text('code'), text('status'), text('meaning')]}
        rows={codes.map(({ code, status }) => ({
          key: code,
          cells: [
            <a href={`/docs/problems#${api.name}-${code}`}>
              <code>{code}</code>
            </a>,
            <Status status={status} />,
            <Inline text={api.problems.find((problem) => problem.code === code)?.detail ?? ''} />,
          ],
        }))}
      />
    </section>
  )
}
