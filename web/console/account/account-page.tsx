import { Preferences } from '../../ui/inputs/preferences.tsx'
import { Page } from '../base/page.tsx'
import { byPhone } from '../base/session.ts'
import { Contact } from './contact.tsx'
import { Identities } from './identities.tsx'
import { Passkeys } from './passkeys.tsx'
import { Sessions } from './sessions.tsx'
import { text } from './texts.ts'

export function AccountPage() {
  return (
    <Page title={text('account')}>
      <Contact />
      <Passkeys />
      {byPhone.value && <Identities />}
      <Sessions />
      <h2>{text('appearance')}</h2>
      <div class="narrow">
        <Preferences />
      </div>
    </Page>
  )
}
