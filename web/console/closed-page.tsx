import { Page } from './base/page.tsx'
import { pathTo } from './base/place.ts'
import { text } from './base/texts.ts'

/** For the address of an organisation that does not exist, or that the operator has no access to: both look the same. */
export function ClosedPage() {
  return (
    <Page title={text('closed')} lead={text('closedLead')}>
      <a class="button" href={pathTo('/')}>
        {text('home')}
      </a>
    </Page>
  )
}
