import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import { accounts } from '../base/state.ts'
import { text } from '../base/texts.ts'
import { CodeList } from './code-list.tsx'

export function CodesPage() {
  return (
    <Page title={text('navCodes')} lead={text('codesLead')}>
      <CodeList />
      {accounts.value.length > 0 && (
        <a class="button" href={pathTo('/add')}>
          {text('codesAdd')}
        </a>
      )}
    </Page>
  )
}
