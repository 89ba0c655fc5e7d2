import { useEffect, useState } from 'preact/hooks'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { formatDate } from '../date.ts'
import { NotFoundPage } from '../not-found-page.tsx'
import { Page } from '../page.tsx'
import { issuer } from '../services.ts'
import { identities } from '../state.ts'
import type { Identity } from '../store/records.ts'
import { text } from '../texts.ts'
import { claimNames } from './claim-names.ts'
import { labelOf } from './failure.ts'
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
  const isRevoked = useIsRevoked(identity.id)
  return (
    <Page title={identity.name}>
      {isRevoked ? (
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

/** Another device, or a code by e-mail, may have revoked the key. */
function useIsRevoked(id: string): boolean {
  const [isRevoked, setRevoked] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    issuer.getKey({ params: { PK: id }, signal: controller.signal }).catch((error: unknown) => {
      if (labelOf(error) === 'revoked-key') setRevoked(true)
    })
    return () => controller.abort()
  }, [id])
  return isRevoked
}
