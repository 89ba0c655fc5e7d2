import { Page } from './page.tsx'
import { pathTo } from './place.ts'
import { roleText } from './role-text.ts'
import { me } from './session.ts'
import { text } from './texts.ts'

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
