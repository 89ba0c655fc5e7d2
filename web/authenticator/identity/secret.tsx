import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { text } from '../base/texts.ts'
import type { Identity } from '../store/records.ts'
import { pairingLink } from './base/pairing.ts'
import { QrCode } from './base/qr-code.tsx'

/** Shows the secret that revokes the key from anywhere: to write down, or for another device of the same person. */
export function RevocationSecret({ identity }: { identity: Identity }) {
  const [isShown, setShown] = useState(false)
  return (
    <Card>
      <h2>{text('identitySecret')}</h2>
      <p>{text(identity.secret === undefined ? 'identitySecretNone' : 'identitySecretNote')}</p>
      {identity.secret !== undefined && (
        <Button expanded={isShown} onClick={() => setShown(!isShown)}>
          {text(isShown ? 'identitySecretHide' : 'identitySecretShow')}
        </Button>
      )}
      {isShown && identity.secret !== undefined && <Shown identity={identity} secret={identity.secret} />}
    </Card>
  )
}

function Shown({ identity, secret }: { identity: Identity; secret: string }) {
  const link = pairingLink({ id: identity.id, name: identity.name, secret })
  return (
    <div class="shown">
      <CodeBlock title={text('identitySecret')} text={secret} wrap />
      <p>{text('identityPairNote')}</p>
      <QrCode text={link} label={text('identityPairLink')} />
      <CodeBlock title={text('identityPairLink')} text={link} wrap />
    </div>
  )
}
