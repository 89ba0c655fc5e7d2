import { CodeList } from './codes/code-list.tsx'
import { Welcome } from './identity/welcome.tsx'
import { Page } from './page.tsx'
import { Waiting } from './requests/waiting.tsx'
import { accounts, enrolments, identities } from './state.ts'
import { text } from './texts.ts'

/** What waits comes first, then the codes. */
export function HomePage() {
  if ([identities, enrolments, accounts].every(({ value }) => value.length === 0)) return <Welcome />
  return (
    <Page title={text('home')}>
      <Waiting />
      <CodeList />
    </Page>
  )
}
