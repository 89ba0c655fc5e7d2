import { Card } from '../../ui/card.tsx'
import { NotFoundPage } from '../base/not-found-page.tsx'
import { Page } from '../base/page.tsx'
import { identities } from '../base/state.ts'
import { text } from '../base/texts.ts'
import type { Identity } from '../store/records.ts'
import { Advanced } from './advanced.tsx'
import { claimNames } from './base/claim-names.ts'
import { useKeyState } from './base/key-state.ts'
import { Proof } from './proof.tsx'
import { Rename } from './rename.tsx'
import { Revoke, Revoked } from './revoke.tsx'

export function IdentityPage({ id }: { id: string }) {
  const identity = identities.value.find((known) => known.id === id)
  return identity === undefined ? <NotFoundPage /> : <Contents key={id} identity={identity} />
}

function Contents({ identity }: { identity: Identity }) {
  const [state] = useKeyState(identity.id)
  return (
    <Page title={identity.name}>
      {state === 'revoked' || state === 'moved' ? (
        <Revoked identity={identity} isMoved={state === 'moved'} />
      ) : (
        <div class="stack">
          <Card>
            <h2>{text('identityProofs')}</h2>
            <p>{text('identityProofsNote')}</p>
            {claimNames.map((name) => (
              <Proof key={name} name={name} identity={identity} />
            ))}
          </Card>
          <div>
            <Rename identity={identity} />
          </div>
          <Advanced identity={identity} />
          <Revoke identity={identity} />
        </div>
      )}
    </Page>
  )
}
