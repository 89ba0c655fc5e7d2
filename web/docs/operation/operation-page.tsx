import { useRoute } from 'preact-iso'
import { Await } from '../../ui/lists/load.tsx'
import { findOperation, useDocument } from '../base/document.ts'
import { Markdown } from '../base/markdown.tsx'
import { Method } from '../base/method.tsx'
import { NotFoundPage } from '../base/not-found-page.tsx'
import { Page } from '../base/page.tsx'
import { type ApiSummary, type OperationSummary, useProduct } from '../base/product.ts'
import { text } from '../base/texts.ts'
import { AnswerList } from './answers.tsx'
import { ParameterTable } from './parameters.tsx'
import { ProblemTable } from './problem-table.tsx'
import { RequestBody } from './request-body.tsx'
import { TryPanel } from './try-panel.tsx'

export function OperationPage() {
  const { params } = useRoute()
  return (
    <Await loaded={useProduct()}>
      {({ apis }) => {
        const api = apis.find(({ name }) => name === params.api)
        const summary = api?.operations.find(({ name }) => name === params.operation)
        if (api === undefined || summary === undefined) return <NotFoundPage />
        return <OperationContents key={`${api.name} ${summary.name}`} api={api} summary={summary} />
      }}
    </Await>
  )
}

function OperationContents({ api, summary }: { api: ApiSummary; summary: OperationSummary }) {
  const loaded = useDocument(api.basePath)
  return (
    <Page title={summary.summary} lang="en">
      <p class="request-line">
        <Method method={summary.method} />{' '}
        <code>
          {api.basePath}
          {summary.path}
        </code>
        <a class="to-try button small" href="#try-it">
          {text('tryIt')}
        </a>
      </p>
      <Await loaded={loaded}>
        {(document) => {
          const operation = findOperation(document, summary.name)
          if (operation === undefined) return <p>{text('notFoundHelp')}</p>
          return (
            <div class="operation">
              <div class="operation-text">
                {operation.description !== undefined && (
                  <div lang="en">
                    <Markdown text={operation.description} />
                  </div>
                )}
                <ParameterTable document={document} parameters={operation.parameters} />
                <RequestBody document={document} operation={operation} />
                <AnswerList document={document} operation={operation} />
                <ProblemTable api={api} operation={operation} />
              </div>
              <TryPanel api={api} summary={summary} document={document} operation={operation} />
            </div>
          )
        }}
      </Await>
    </Page>
  )
}
