import { Page } from './base/page.tsx'
import { accounts, enrolments, identities } from './base/state.ts'
import { text } from './base/texts.ts'
import { CodeList } from './codes/code-list.tsx'
import { Welcome } from './identity/welcome.tsx'
import { InstallHint } from './install/install-hint.tsx'
import { onDemand } from './on-demand.tsx'
import { isReminderDue } from './recovery/reminder-choice.ts'
import { Waiting } from './requests/waiting.tsx'

const Reminder = onDemand('reminder')

/** Waiting requests come first, then the codes. */
export function HomePage() {
  if ([identities, enrolments, accounts].every(({ value }) => value.length === 0)) return <Welcome />
  return (
    <Page title={text('navHome')}>
      <Waiting />
      <InstallHint />
      <CodeList />
      {isReminderDue.value && <Reminder />}
    </Page>
  )
}
