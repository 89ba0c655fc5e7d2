import { useAction } from '../../ui/action.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/dialogs/confirm-button.tsx'
import { isolate } from '../../ui/texts/isolate.ts'
import { issuer } from '../base/services.ts'
import { removeDevice } from '../base/state.ts'
import { text } from '../base/texts.ts'
import type { OtherDevice } from '../store/records.ts'
import { tellFailure } from './base/failure.ts'
import { useKeyState } from './base/key-state.ts'
import { KeyDetails } from './key-details.tsx'

/** A device whose key this one can revoke. */
export function Device({ device }: { device: OtherDevice }) {
  const [state, setState] = useKeyState(device.id)
  const isOver = state === 'revoked' || state === 'moved'
  const { isBusy, failure, run } = useAction(tellFailure)
  const revoke = async () => {
    await issuer.revokeKey({ params: { PK: device.id }, headers: { 'x-revocation-secret': device.secret } })
    setState('revoked')
  }
  return (
    <Card>
      <div class="row">
        <strong class="untrusted">{device.name}</strong>
        {state === 'live' && <Badge tone="good">{text('deviceLive')}</Badge>}
        {isOver && <Badge tone="bad">{text('deviceRevoked')}</Badge>}
      </div>
      <KeyDetails id={device.id} />
      {failure !== undefined && <p role="alert">{failure}</p>}
      <div class="actions">
        {!isOver && (
          <ConfirmButton
            look="danger"
            disabled={isBusy}
            label={`${text('deviceRevoke')}: ${isolate(device.name)}`}
            title={text('deviceRevoke')}
            yes={text('identityRevokeYes')}
            onYes={() => run(revoke)}
          >
            {text('deviceRevokeNote')}
          </ConfirmButton>
        )}
        <Button
          look="quiet"
          label={`${text('deviceForget')}: ${isolate(device.name)}`}
          onClick={() => run(() => removeDevice(device.id))}
        >
          {text('deviceForget')}
        </Button>
      </div>
    </Card>
  )
}
