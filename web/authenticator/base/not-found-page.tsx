import { Page } from './page.tsx'
import { pathTo } from './place.ts'
import { text } from './texts.ts'

export function NotFoundPage() {
  return (
    <Page title={text('notFound')} lead={text('notFoundLead')}>
      <a class="button" href={pathTo('/')}>
        {text('toHome')}
      </a>
    </Page>
  )
}
