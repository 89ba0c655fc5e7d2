import { useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { ActionDialog } from '../../../ui/dialogs/action-dialog.tsx'
import { type Answered, twofactor } from '../../base/services.ts'
import { Failure } from '../../identity/parts.tsx'
import { text } from '../../identity/texts.ts'
import { failureText, useWork } from '../../identity/work.ts'
import type { TryOutUser } from './try-out.ts'

type Secret = Answered<typeof twofactor.benchSecret>

/** A secret for an authenticator app. An existing user keeps theirs unless replaced on purpose. */
export function SecretStep({ applicationId, user }: { applicationId: string; user: TryOutUser }) {
  const work = useWork()
  const [secret, setSecret] = useState<Secret>()
  const [isAsking, setAsking] = useState(false)
  const make = async () => {
    const params = { applicationId, number: user.number }
    setSecret((await twofactor.benchSecret({ params })).body)
  }
  return (
    <>
      <h2>{text('benchSecret')}</h2>
      <p>{text('benchSecretLead')}</p>
      <Failure work={work} />
      <div class="id-actions">
        <Button disabled={work.isBusy} onClick={() => (user.known ? setAsking(true) : work.run(make))}>
          {text('makeSecret')}
        </Button>
      </div>
      {secret !== undefined && (
        <>
          <p>
            <img class="id-qr" src={secret.qr} alt={text('secretQr')} width={300} height={300} />
          </p>
          <CodeBlock title={text('secretLink')} text={secret.uri} wrap />
        </>
      )}
      {isAsking && (
        <ActionDialog
          title={text('replaceSecret')}
          yes={text('makeSecret')}
          act={make}
          tell={failureText}
          onClose={() => setAsking(false)}
        >
          <p>{text('replaceSecretLead')}</p>
        </ActionDialog>
      )}
    </>
  )
}
