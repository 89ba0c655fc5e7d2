import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { formatDate } from '../base/date.ts'
import { text } from '../base/texts.ts'
import type { Identity } from '../store/records.ts'
import { Rotate } from './rotate.tsx'
import { RevocationSecret } from './secret.tsx'

/** What few people ever need: the key behind the identity. */
export function Advanced({ identity }: { identity: Identity }) {
  return (
    <details class="more">
      <summary>{text('identityAdvanced')}</summary>
      <div class="stack">
        <RevocationSecret identity={identity} />
        <Card>
          <h2>{text('identityKey')}</h2>
          <CodeBlock title={text('identityFingerprint')} text={identity.id} wrap />
          <p class="soft">
            {text('identityKeyMade', {
              algorithm: identity.key.algorithm === 'EdDSA' ? 'Ed25519' : 'P-256',
              date: formatDate(identity.since),
            })}
          </p>
        </Card>
        <Rotate identity={identity} />
      </div>
    </details>
  )
}
