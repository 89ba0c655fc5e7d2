import { Page } from '../page.tsx'
import { pathTo } from '../place.ts'
import { accounts } from '../state.ts'
import { text } from '../texts.ts'
import { CodeList } from './code-list.tsx'

export function CodesPage() {
  return (
    <Page title={text('codes')} lead={text('codesLead')}>
      <CodeList />
      {accounts.value.length > 0 && (
        <a class="button" href={pathTo('/add')}>
          {text('codesAdd')}
        </a>
      )}
    </Page>
  )
}
