import { ButtonLink } from '../base/button-link.tsx'
import { Page } from '../base/page.tsx'
import { accounts } from '../base/state.ts'
import { text } from '../base/texts.ts'
import { CodeList } from './code-list.tsx'

export function CodesPage() {
  return (
    <Page title={text('navCodes')} lead={text('codesLead')}>
      <CodeList />
      {accounts.value.length > 0 && <ButtonLink path="/add" label={text('codesAdd')} />}
    </Page>
  )
}
