import { Await } from '../ui/lists/load.tsx'
import { Table } from '../ui/lists/table.tsx'
import { Filter } from './base/filter.tsx'
import { Inline } from './base/markdown.tsx'
import { Status } from './base/method.tsx'
import { Page } from './base/page.tsx'
import { type ApiSummary, useProduct } from './base/product.ts'
import { text } from './base/texts.ts'

export function ProblemsPage() {
  return (
    <Await loaded={useProduct()}>
      {({ apis }) => (
        <Page title={text('problems')} lead={text('problemsIntro')}>
          <Filter items={rowsOf(apis)} wordsOf={({ words }) => words}>
            {(found) =>
              apis
                .map((api) => ({ api, rows: found.filter((row) => row.api === api.name) }))
                .filter(({ rows }) => rows.length > 0)
                .map(({ api, rows }) => (
                  <section key={api.name}>
                    <h2 id={api.name} lang="en">
                      {api.title}
                    </h2>
                    <Table
                      label={api.title}
                      head={[text('code'), text('status'), text('meaning')]}
                      rows={rows}
                    />
                  </section>
                ))
            }
          </Filter>
        </Page>
      )}
    </Await>
  )
}

function rowsOf(apis: readonly ApiSummary[]) {
  return apis.flatMap((api) =>
    [...api.problems]
      .sort((a, b) => a.status - b.status || a.code.localeCompare(b.code))
      .map(({ code, status, title, detail }) => ({
        api: api.name,
        words: `${api.title} ${code} ${status} ${title} ${detail}`,
        key: code,
        cells: [
          <code id={`${api.name}-${code}`}>{code}</code>,
          <Status status={status} />,
          <Inline text={detail} />,
        ],
      })),
  )
}
