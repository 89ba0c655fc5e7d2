import { Page } from './base/page.tsx'
import { pathTo } from './base/place.ts'
import { text } from './base/texts.ts'

export function NotFoundPage() {
  return (
    <Page title={text('notFound')} lead={text('notFoundLead')}>
      <a class="button" href={pathTo('/')}>
        {text('home')}
      </a>
    </Page>
  )
}
