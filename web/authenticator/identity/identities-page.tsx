import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ButtonLink } from '../base/button-link.tsx'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import { identities } from '../base/state.ts'
import { text } from '../base/texts.ts'
import type { Identity } from '../store/records.ts'
import { claimNames, claimTexts } from './base/claim-names.ts'
import { Devices } from './devices.tsx'
import { NewIdentity } from './new-identity.tsx'

export function IdentitiesPage() {
  const known = identities.value
  return (
    <Page title={text('navIdentities')} lead={text('identitiesLead')}>
      <ul class="list">
        {known.map((identity) => (
          <li key={identity.id}>
            <IdentityCard identity={identity} />
          </li>
        ))}
      </ul>
      {known.length === 0 ? (
        <Card>
          <h2>{text('identityNew')}</h2>
          <p>{text('identityNewNote')}</p>
          <NewIdentity />
        </Card>
      ) : (
        <details class="more">
          <summary>{text('identityAnother')}</summary>
          <p>{text('identityAnotherNote')}</p>
          <NewIdentity />
        </details>
      )}
      <Devices />
      <h2>{text('identityLost')}</h2>
      <p>{text('identityLostNote')}</p>
      <ButtonLink path="/lost" label={text('identityLostLink')} />
    </Page>
  )
}

function IdentityCard({ identity }: { identity: Identity }) {
  const proven = claimNames.filter((name) => identity.claims[name] !== undefined)
  return (
    <a class="card" href={pathTo(`/identities/${identity.id}`)}>
      <strong class="untrusted">{identity.name}</strong>
      <span class="badges">
        {proven.length === 0 && <Badge>{text('identityNothingProven')}</Badge>}
        {proven.map((name) => (
          <Badge key={name} tone="good">
            {text(claimTexts[name])}
          </Badge>
        ))}
      </span>
    </a>
  )
}
