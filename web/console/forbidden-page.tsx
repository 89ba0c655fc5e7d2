import { Page } from './base/page.tsx'
import { pathTo } from './base/place.ts'
import { roleText } from './base/role-text.ts'
import { me } from './base/session.ts'
import { text } from './base/texts.ts'

export function ForbiddenPage() {
  const role = roleText(me.value?.role ?? 'read-only')
  return (
    <Page title={text('forbidden')} lead={text('forbiddenLead', { role })}>
      <a class="button" href={pathTo('/')}>
        {text('home')}
      </a>
    </Page>
  )
}
