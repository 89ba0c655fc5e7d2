import { Card } from '../../ui/card.tsx'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import { text } from '../base/texts.ts'
import { InstallFirst } from '../install/install-hint.tsx'
import { NewIdentity } from './new-identity.tsx'

/** The first page for someone without an identity or codes. */
export function Welcome() {
  return (
    <Page title={text('identityWelcome')} lead={text('identityWelcomeLead')}>
      <div class="stack">
        <InstallFirst />
        <Card>
          <h2>{text('identityNew')}</h2>
          <p>{text('identityNewNote')}</p>
          <NewIdentity />
        </Card>
        <div class="row">
          <a href={pathTo('/add')}>{text('identityCodesOnly')}</a>
          <a href={pathTo('/restore')}>{text('identityRestore')}</a>
          <a href={pathTo('/lost')}>{text('identityLostLink')}</a>
        </div>
      </div>
    </Page>
  )
}
