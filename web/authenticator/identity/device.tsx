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
import { useStanding } from './base/standing.ts'

/** A device whose key this one can revoke. */
export function Device({ device }: { device: OtherDevice }) {
  const [standing, setStanding] = useStanding(device.id)
  const { isBusy, failure, run } = useAction(tellFailure)
  const revoke = async () => {
    await issuer.revokeKey({ params: { PK: device.id }, headers: { 'x-revocation-secret': device.secret } })
    setStanding('revoked')
  }
  return (
    <Card>
      <div class="row">
        <strong class="untrusted">{device.name}</strong>
        {standing === 'live' && <Badge tone="good">{text('deviceLive')}</Badge>}
        {standing === 'revoked' && <Badge tone="bad">{text('deviceRevoked')}</Badge>}
      </div>
      <code class="fingerprint">{device.id}</code>
      {failure !== undefined && <p role="alert">{failure}</p>}
      <div class="actions">
        {standing !== 'revoked' && (
          <ConfirmButton
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
