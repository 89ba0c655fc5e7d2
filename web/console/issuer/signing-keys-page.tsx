import { useState } from 'preact/hooks'
import { useAnswer } from '../../ui/ask.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { Await } from '../../ui/lists/load.tsx'
import { EmptyState } from '../../ui/lists/states.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { issuer, type Listed } from '../base/services.ts'
import { may } from '../base/session.ts'
import { Code, When } from '../identity/parts.tsx'
import { text } from '../identity/texts.ts'
import { failureText } from '../identity/work.ts'
import { IssuerFrame } from './frame.tsx'

type SigningKey = Listed<typeof issuer.listSigningKeys>

const states = {
  active: ['good', 'signingActive'],
  retired: ['info', 'signingRetired'],
  gone: [undefined, 'signingGone'],
} as const

export function SigningKeysPage() {
  const { loaded, put } = useAnswer('signing keys', (signal) => issuer.listSigningKeys({ signal }))
  return (
    <IssuerFrame title={text('signingKeys')} lead={text('signingKeysLead')}>
      <Await loaded={loaded}>
        {({ data: keys }) =>
          keys.length === 0 ? (
            <EmptyState title={text('noSigningKeys')} lead={text('noSigningKeysLead')} />
          ) : (
            <SigningKeys keys={keys} onRotated={put} />
          )
        }
      </Await>
    </IssuerFrame>
  )
}

type SigningKeysProps = {
  keys: readonly SigningKey[]
  onRotated: (listed: { data: SigningKey[] }) => void
}

function SigningKeys({ keys, onRotated }: SigningKeysProps) {
  const [asked, setAsked] = useState<SigningKey>()
  const rotate = async ({ purpose, id }: SigningKey) => {
    onRotated((await issuer.rotateSigningKey({ body: { purpose, from: id } })).body)
    showToast(text('signingRotated'))
  }
  return (
    <>
      <Table
        labelled
        wide
        label={text('signingKeys')}
        head={[text('keyId'), text('signsFor'), text('state'), text('made'), text('publishedUntil'), '']}
        rows={keys.map((key) => ({
          key: key.id,
          cells: [
            <Code value={key.id} />,
            text(key.purpose === 'issuer' ? 'signsTokens' : 'signsTests'),
            <Badge tone={states[key.state][0]}>{text(states[key.state][1])}</Badge>,
            <When at={key.createdAt} />,
            <When at={key.publishedUntil} />,
            key.state === 'active' && may('issuer:write', true) ? (
              <Button size="small" label={text('rotateOf', { name: key.id })} onClick={() => setAsked(key)}>
                {text('rotate')}
              </Button>
            ) : null,
          ],
        }))}
      />
      {asked !== undefined && (
        <ActionDialog
          title={text('rotateSigningTitle')}
          yes={text('rotate')}
          act={() => rotate(asked)}
          tell={failureText}
          onClose={() => setAsked(undefined)}
        >
          <p>{text('rotateSigningLead')}</p>
        </ActionDialog>
      )}
    </>
  )
}
