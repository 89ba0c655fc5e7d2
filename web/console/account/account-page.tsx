import { Preferences } from '../../ui/preferences.tsx'
import { Page } from '../page.tsx'
import { Contact } from './contact.tsx'
import { Passkeys } from './passkeys.tsx'
import { Sessions } from './sessions.tsx'
import { text } from './texts.ts'

export function AccountPage() {
  return (
    <Page title={text('account')}>
      <Contact />
      <Passkeys />
      <Sessions />
      <h2>{text('appearance')}</h2>
      <Preferences />
    </Page>
  )
}
