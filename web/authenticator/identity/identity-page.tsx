import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { formatDate } from '../base/date.ts'
import { NotFoundPage } from '../base/not-found-page.tsx'
import { Page } from '../base/page.tsx'
import { identities } from '../base/state.ts'
import { text } from '../base/texts.ts'
import type { Identity } from '../store/records.ts'
import { claimNames } from './base/claim-names.ts'
import { useKeyState } from './base/key-state.ts'
import { Proof } from './proof.tsx'
import { Ready } from './ready.tsx'
import { Rename } from './rename.tsx'
import { Revoke, Revoked } from './revoke.tsx'
import { Rotate } from './rotate.tsx'
import { RevocationSecret } from './secret.tsx'

export function IdentityPage({ id }: { id: string }) {
  const identity = identities.value.find((known) => known.id === id)
  return identity === undefined ? <NotFoundPage /> : <Contents key={id} identity={identity} />
}

function Contents({ identity }: { identity: Identity }) {
  const [state] = useKeyState(identity.id)
  return (
    <Page title={identity.name}>
      {state === 'revoked' ? (
        <Revoked identity={identity} />
      ) : (
        <div class="stack">
          <Ready />
          <Card>
            <h2>{text('identityProofs')}</h2>
            <p>{text('identityProofsNote')}</p>
            {claimNames.map((name) => (
              <Proof key={name} name={name} identity={identity} />
            ))}
          </Card>
          <Card>
            <h2>{text('identityKey')}</h2>
            <CodeBlock title={text('identityFingerprint')} text={identity.id} wrap />
            <p class="soft">
              {text(identity.key.algorithm === 'EdDSA' ? 'identityKeyEd25519' : 'identityKeyP256', {
                date: formatDate(identity.since),
              })}
            </p>
            <Rename identity={identity} />
          </Card>
          <RevocationSecret identity={identity} />
          <Rotate identity={identity} />
          <Revoke identity={identity} />
        </div>
      )}
    </Page>
  )
}
