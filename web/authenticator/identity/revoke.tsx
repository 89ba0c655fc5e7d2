import { useLocation } from 'preact-iso'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/dialogs/confirm-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { pathTo } from '../base/place.ts'
import { removeIdentity } from '../base/state.ts'
import { text } from '../base/texts.ts'
import type { Identity } from '../store/records.ts'
import { revokeIdentity } from './base/changes.ts'
import { tellFailure } from './base/failure.ts'

export function Revoke({ identity }: { identity: Identity }) {
  const { route } = useLocation()
  const { isBusy, failure, run } = useAction(tellFailure)
  const revoke = async () => {
    await revokeIdentity(identity)
    showToast(text('identityRevokedToast'))
    route(pathTo('/identities'), true)
  }
  return (
    <Card>
      <h2>{text('identityRevoke')}</h2>
      <p>{text('identityRevokeNote')}</p>
      {failure !== undefined && <p role="alert">{failure}</p>}
      <ConfirmButton
        look="danger"
        disabled={isBusy}
        title={text('identityRevoke')}
        yes={text('identityRevokeYes')}
        onYes={() => run(revoke)}
      >
        {text('identityRevokeAsk')}
      </ConfirmButton>
    </Card>
  )
}

/** Shown for a key that was revoked elsewhere, or replaced by that of another device. */
export function Revoked({ identity, isMoved }: { identity: Identity; isMoved: boolean }) {
  const { route } = useLocation()
  const { run } = useAction(tellFailure)
  const remove = async () => {
    await removeIdentity(identity.id)
    route(pathTo('/identities'), true)
  }
  return (
    <div class="notice bad" role="alert">
      <p>{text(isMoved ? 'identityIsMoved' : 'identityIsRevoked')}</p>
      <Button onClick={() => run(remove)}>{text('identityRemove')}</Button>
    </div>
  )
}
