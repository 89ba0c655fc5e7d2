import { useEffect, useState } from 'preact/hooks'
import { Refusal } from '../../../src/client/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { useAction } from '../action.ts'
import { Confirm } from '../confirm.tsx'
import { openLink } from '../link.ts'
import { pathTo } from '../place.ts'
import { issuer } from '../services.ts'
import { devices, removeDevice } from '../state.ts'
import type { OtherDevice } from '../store/records.ts'
import { text } from '../texts.ts'
import { labelOf, tellFailure } from './failure.ts'
import { QrCode } from './qr-code.tsx'

/** Other devices of the same person: each has a key of its own, and may hold what revokes the others. */
export function Devices() {
  return (
    <section>
      <h2>{text('devices')}</h2>
      <p>{text('devicesLead')}</p>
      <ul class="list">
        {devices.value.map((device) => (
          <li key={device.id}>
            <Device device={device} />
          </li>
        ))}
      </ul>
      <details class="more">
        <summary>{text('deviceSetUp')}</summary>
        <SetUp />
      </details>
    </section>
  )
}

function SetUp() {
  const [brought, setBrought] = useState('')
  const [failure, setFailure] = useState<string>()
  const address = location.origin + pathTo('/')
  return (
    <>
      <ol class="steps">
        <li>
          {text('deviceStepOpen')} <bdi>{address}</bdi>
          <QrCode text={address} label={address} />
        </li>
        <li>{text('deviceStepMake')}</li>
        <li>{text('deviceStepShow')}</li>
      </ol>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setFailure(openLink(brought) ? undefined : text('deviceNoLink'))
        }}
      >
        <Field label={text('identityPairLink')} help={text('deviceLinkHelp')} error={failure}>
          {(control) => (
            <input
              {...control}
              autocomplete="off"
              spellcheck={false}
              value={brought}
              onInput={(event) => setBrought(event.currentTarget.value)}
            />
          )}
        </Field>
        <Button type="submit" disabled={brought.trim() === ''}>
          {text('deviceAdd')}
        </Button>
      </form>
    </>
  )
}

type Standing = 'unknown' | 'live' | 'revoked'
const standingTexts = { live: 'deviceLive', revoked: 'deviceRevoked' } as const

function Device({ device }: { device: OtherDevice }) {
  const [standing, setStanding] = useStanding(device.id)
  const { isBusy, failure, run } = useAction(tellFailure)
  const [isAsked, setAsked] = useState(false)
  const revoke = async () => {
    setAsked(false)
    await issuer.revokeKey({
      params: { PK: device.id },
      headers: { 'x-revocation-secret': device.secret },
    })
    setStanding('revoked')
  }
  return (
    <Card>
      <div class="row">
        <strong class="untrusted">{device.name}</strong>
        {standing !== 'unknown' && (
          <Badge tone={standing === 'live' ? 'good' : 'bad'}>{text(standingTexts[standing])}</Badge>
        )}
      </div>
      <code class="fingerprint">{device.id}</code>
      {failure !== undefined && <p role="alert">{failure}</p>}
      <div class="actions">
        {standing !== 'revoked' && (
          <Button
            disabled={isBusy}
            label={`${text('deviceRevoke')}: ${device.name}`}
            onClick={() => setAsked(true)}
          >
            {text('deviceRevoke')}
          </Button>
        )}
        <Button
          look="quiet"
          label={`${text('deviceForget')}: ${device.name}`}
          onClick={() => run(() => removeDevice(device.id))}
        >
          {text('deviceForget')}
        </Button>
      </div>
      {isAsked && (
        <Confirm
          title={text('deviceRevoke')}
          yes={text('identityRevokeYes')}
          onYes={() => run(revoke)}
          onClose={() => setAsked(false)}
        >
          {text('deviceRevokeNote')}
        </Confirm>
      )}
    </Card>
  )
}

function useStanding(id: string) {
  const [standing, setStanding] = useState<Standing>('unknown')
  useEffect(() => {
    const controller = new AbortController()
    issuer.getKey({ params: { PK: id }, signal: controller.signal }).then(
      () => setStanding('live'),
      (error: unknown) => {
        if (error instanceof Refusal && labelOf(error) === 'revoked-key') setStanding('revoked')
      },
    )
    return () => controller.abort()
  }, [id])
  return [standing, setStanding] as const
}
