import type { ComponentChildren } from 'preact'
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
        <AppCard title={<a href="/console">{text('console')}</a>} intro={text('consoleIntro')} />
        <AppCard
          title={<a href="/authenticator">{text('authenticator')}</a>}
          intro={text('authenticatorIntro')}
        />
        <AppCard title={text('sample')} intro={text('sampleIntro')} command="npm run example" />
        <AppCard
          title={<a href="/e/PASSAGE">{text('demo')}</a>}
          intro={text('demoIntro')}
          command="./lanyard demo"
        />
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

type AppCardProps = { title: ComponentChildren; intro: string; command?: string }

function AppCard({ title, intro, command }: AppCardProps) {
  return (
    <li>
      <Card>
        <h3>{title}</h3>
        <p>{intro}</p>
        {command !== undefined && <CodeBlock title="sh" text={command} />}
      </Card>
    </li>
  )
}
