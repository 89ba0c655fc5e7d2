import { Page } from './base/page.tsx'
import { pathTo } from './base/place.ts'
import { roleText } from './base/role-text.ts'
import { me } from './base/session.ts'
import { text } from './base/texts.ts'

/** A page with nothing on it but the way home. */
function DeadEnd({ title, lead }: { title: string; lead: string }) {
  return (
    <Page title={title} lead={lead}>
      <a class="button" href={pathTo('/')}>
        {text('home')}
      </a>
    </Page>
  )
}

export function NotFoundPage() {
  return <DeadEnd title={text('notFound')} lead={text('notFoundLead')} />
}

/** For the address of an organisation that does not exist, or that the operator has no access to: both look the same. */
export function ClosedPage() {
  return <DeadEnd title={text('closed')} lead={text('closedLead')} />
}

export function ForbiddenPage() {
  const role = roleText(me.value?.role ?? 'read-only')
  return <DeadEnd title={text('forbidden')} lead={text('forbiddenLead', { role })} />
}
