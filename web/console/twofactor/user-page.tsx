import { useLocation } from 'preact-iso'
import { useAnswer } from '../../ui/ask.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/dialogs/confirm-button.tsx'
import { Await } from '../../ui/lists/load.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import { twofactor } from '../base/services.ts'
import { may } from '../base/session.ts'
import { Facts, Failure, When } from '../identity/parts.tsx'
import { text } from '../identity/texts.ts'
import { useWork } from '../identity/work.ts'
import { SendPages } from './sends-page.tsx'
import { type OneUser, UserState } from './user.tsx'

type Params = { applicationId: string; number: number }

export function UserPage({ applicationId, number }: { applicationId: string; number: string }) {
  const params = { applicationId, number: Number(number) }
  const { loaded, put } = useAnswer(`user ${applicationId} ${number}`, (signal) =>
    twofactor.getUser({ params, signal }),
  )
  return (
    <Page title={text('userTitle', { number })}>
      <Await loaded={loaded}>
        {(user) => (
          <>
            <UserFacts of={user} />
            {may('twofactor:write') && <UserActions of={user} params={params} onChange={put} />}
            <h2>{text('devices')}</h2>
            <Devices of={user} />
            <h2>{text('verifications')}</h2>
            <Verifications of={user} />
            <h2>{text('sends')}</h2>
            <SendPages applicationId={applicationId} user={params.number} />
          </>
        )}
      </Await>
    </Page>
  )
}

function UserFacts({ of: user }: { of: OneUser }) {
  return (
    <Facts
      rows={[
        [text('state'), <UserState of={user} />],
        [text('phone'), user.phone],
        [text('email'), <bdi>{user.email ?? '–'}</bdi>],
        [text('wrongTokens'), user.failures],
        [text('confirmedOnce'), text(user.confirmed ? 'yes' : 'no')],
        [text('since'), <When at={user.createdAt} />],
      ]}
    />
  )
}

type UserActionsProps = { of: OneUser; params: Params; onChange: (user: OneUser) => void }

function UserActions({ of: user, params, onChange }: UserActionsProps) {
  const work = useWork()
  const { route } = useLocation()
  const unlock = () =>
    work.run(async () => {
      onChange((await twofactor.unlockUser({ params })).body)
      showToast(text('unlocked'))
    })
  const remove = () =>
    work.run(async () => {
      await twofactor.removeUser({ params })
      showToast(text('removed'))
      route(`${pathTo('/twofactor/users')}?application=${params.applicationId}`)
    })
  return (
    <>
      {user.state !== 'open' && <p>{text(user.state === 'shut' ? 'shutMeans' : 'lockedMeans')}</p>}
      <Failure work={work} />
      <div class="id-actions">
        {user.state !== 'open' && (
          <Button look="primary" disabled={work.isBusy} onClick={unlock}>
            {text('unlock')}
          </Button>
        )}
        <ConfirmButton
          disabled={work.isBusy}
          text={text('removeUser')}
          title={text('removeUserTitle')}
          yes={text('removeUser')}
          onYes={remove}
        >
          {text('removeUserLead')}
        </ConfirmButton>
      </div>
    </>
  )
}

function Devices({ of: { devices, otherApp } }: { of: OneUser }) {
  return (
    <>
      {devices.length === 0 ? (
        <p>{text(otherApp ? 'otherAppOnly' : 'noDevices')}</p>
      ) : (
        <Table
          labelled
          label={text('devices')}
          head={[text('device'), text('kind'), text('since'), text('seen')]}
          rows={devices.map((device) => ({
            key: device.id,
            cells: [
              <bdi class="id-clip">{device.name ?? text('unnamed')}</bdi>,
              <bdi>{device.kind}</bdi>,
              <When at={device.createdAt} />,
              <When at={device.seenAt} />,
            ],
          }))}
        />
      )}
      {devices.length > 0 && otherApp && <p>{text('otherAppToo')}</p>}
    </>
  )
}

const outcomes = {
  accepted: 'decisionAccepted',
  refused: 'decisionRefused',
  locked: 'decisionLocked',
} as const

function Verifications({ of: { decisions } }: { of: OneUser }) {
  if (decisions.length === 0) return <p>{text('noVerifications')}</p>
  return (
    <Table
      labelled
      label={text('verifications')}
      head={[text('outcome'), text('howOften'), text('lastTime')]}
      rows={decisions.map(({ from, decision, amount, lastAt }) => ({
        key: `${from} ${decision}`,
        cells: [text(outcomes[decision]), amount, <When at={lastAt} />],
      }))}
    />
  )
}
