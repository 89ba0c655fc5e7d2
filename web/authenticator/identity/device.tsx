import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
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
          <LockOut name={device.name} isBusy={isBusy} onLockOut={() => run(revoke)} />
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

type LockOutProps = { name: string; isBusy: boolean; onLockOut: () => void }

function LockOut({ name, isBusy, onLockOut }: LockOutProps) {
  const [isAsked, setAsked] = useState(false)
  const lockOut = () => {
    setAsked(false)
    onLockOut()
  }
  return (
    <>
      <Button
        disabled={isBusy}
        label={`${text('deviceRevoke')}: ${isolate(name)}`}
        onClick={() => setAsked(true)}
      >
        {text('deviceRevoke')}
      </Button>
      {isAsked && (
        <Confirm
          title={text('deviceRevoke')}
          yes={text('identityRevokeYes')}
          onYes={lockOut}
          onClose={() => setAsked(false)}
        >
          {text('deviceRevokeNote')}
        </Confirm>
      )}
    </>
  )
}
