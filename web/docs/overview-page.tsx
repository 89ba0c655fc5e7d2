import { Card } from '../ui/card.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { Await } from '../ui/lists/load.tsx'
import { Page } from './base/page.tsx'
import { useGuides, useProduct } from './base/product.ts'
import { text } from './base/texts.ts'

export function OverviewPage() {
  return (
    <Page title={text('title')} lead={text('intro')}>
      <h2>{text('apps')}</h2>
      <ul class="card-grid">
        <li>
          <Card>
            <h3>
              <a href="/console">{text('console')}</a>
            </h3>
            <p>{text('consoleIntro')}</p>
          </Card>
        </li>
        <li>
          <Card>
            <h3>
              <a href="/authenticator">{text('authenticator')}</a>
            </h3>
            <p>{text('authenticatorIntro')}</p>
          </Card>
        </li>
        <li>
          <Card>
            <h3>{text('sample')}</h3>
            <p>{text('sampleIntro')}</p>
            <CodeBlock title="sh" text="npm run example" />
          </Card>
        </li>
        <li>
          <Card>
            <h3>
              <a href="/e/PASSAGE">{text('demo')}</a>
            </h3>
            <p>{text('demoIntro')}</p>
            <CodeBlock title="sh" text="./lanyard demo" />
          </Card>
        </li>
      </ul>
      <h2>{text('apis')}</h2>
      <p>{text('docsIntro')}</p>
      <Await loaded={useProduct()}>
        {({ apis }) => (
          <ul class="card-grid">
            {apis.map((api) => (
              <li key={api.name}>
                <Card>
                  <h3 lang="en">
                    <a href={`/docs/api/${api.name}`}>{api.title}</a>
                  </h3>
                  <p lang="en">{api.summary}</p>
                  <p class="soft">
                    <code>{api.basePath}</code> · {text('operationCount', { count: api.operations.length })}
                  </p>
                </Card>
              </li>
            ))}
          </ul>
        )}
      </Await>
      <h2>{text('guides')}</h2>
      <p>{text('guidesIntro')}</p>
      <Await loaded={useGuides()}>
        {(guides) => (
          <ul class="link-list" lang="en">
            {guides.map(({ slug, title }) => (
              <li key={slug}>
                <a href={`/docs/guide/${slug}`}>{title}</a>
              </li>
            ))}
          </ul>
        )}
      </Await>
      <h2>{text('reference')}</h2>
      <ul class="link-list">
        <li>
          <a href="/docs/problems">{text('problems')}</a>: {text('problemsIntro')}
        </li>
        <li>
          <a href="/docs/settings">{text('settings')}</a>: {text('settingsIntro')}
        </li>
      </ul>
    </Page>
  )
}
