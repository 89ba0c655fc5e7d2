import { useRoute } from 'preact-iso'
import { Await } from '../ui/lists/load.tsx'
import { Method } from './base/method.tsx'
import { NotFoundPage } from './base/not-found-page.tsx'
import { Page } from './base/page.tsx'
import { type ApiSummary, groupByTag, operationLink, useProduct } from './base/product.ts'
import { text } from './base/texts.ts'

export function ApiPage() {
  const { params } = useRoute()
  return (
    <Await loaded={useProduct()}>
      {({ apis }) => {
        const api = apis.find(({ name }) => name === params.api)
        return api === undefined ? <NotFoundPage /> : <ApiContents api={api} />
      }}
    </Await>
  )
}

function ApiContents({ api }: { api: ApiSummary }) {
  return (
    <Page title={api.title} lang="en" lead={<span lang="en">{api.summary}</span>}>
      <p>
        <code>{api.url}</code> ·{' '}
        <a href={`${api.basePath}/openapi.json`} target="_self">
          {text('openapi')}
        </a>
      </p>
      {groupByTag(api.operations).map(([tag, operations]) => (
        <section key={tag}>
          <h2 lang="en">{tag}</h2>
          <ul class="operation-list">
            {operations.map((operation) => (
              <li key={operation.name}>
                <a href={operationLink(api, operation)}>
                  <Method method={operation.method} />
                  <span lang="en">{operation.summary}</span>
                  <code>{operation.path}</code>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Page>
  )
}
