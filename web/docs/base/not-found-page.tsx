import { EmptyState } from '../../ui/lists/states.tsx'
import { Page } from './page.tsx'
import { text } from './texts.ts'

export function NotFoundPage() {
  return (
    <Page title={text('notFound')}>
      <EmptyState title={text('notFoundHelp')}>
        <a class="button" href="/docs">
          {text('toOverview')}
        </a>
      </EmptyState>
    </Page>
  )
}
