import { useLocation } from 'preact-iso'
import { useAction } from '../../ui/action.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/dialogs/confirm-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { pathTo } from '../base/place.ts'
import { text } from '../base/texts.ts'
import type { Identity } from '../store/records.ts'
import { rotateIdentity } from './base/changes.ts'
import { tellFailure } from './base/failure.ts'

export function Rotate({ identity }: { identity: Identity }) {
  const { route } = useLocation()
  const { isBusy, failure, run } = useAction(tellFailure)
  const rotate = async () => {
    const { id } = await rotateIdentity(identity)
    showToast(text('identityRotated'))
    route(pathTo(`/identities/${id}`), true)
  }
  return (
    <Card>
      <h2>{text('identityRotate')}</h2>
      <p>{text('identityRotateNote')}</p>
      {failure !== undefined && <p role="alert">{failure}</p>}
      <ConfirmButton
        disabled={isBusy}
        title={text('identityRotate')}
        yes={text('identityRotateYes')}
        onYes={() => run(rotate)}
      >
        {text('identityRotateAsk')}
      </ConfirmButton>
    </Card>
  )
}
