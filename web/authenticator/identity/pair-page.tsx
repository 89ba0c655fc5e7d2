import { useLocation } from 'preact-iso'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { uiText } from '../../ui/texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { ButtonLink } from '../base/button-link.tsx'
import { NotFoundPage } from '../base/not-found-page.tsx'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import { identities, saveDevice } from '../base/state.ts'
import { text } from '../base/texts.ts'
import { tellFailure } from './base/failure.ts'
import { readPairing } from './base/pairing.ts'
import { KeyDetails } from './key-details.tsx'

/** Stores the secret that revokes the key of another device. */
export function PairPage({ brought }: { brought: string }) {
  const { route } = useLocation()
  const { isBusy, failure, run } = useAction(tellFailure)
  const device = readPairing(brought)
  if (device === undefined) return <NotFoundPage />
  const isOwn = identities.value.some(({ id }) => id === device.id)
  const keep = async () => {
    await saveDevice({ ...device, since: Date.now() })
    showToast(text('deviceKept'))
    route(pathTo('/identities'))
  }
  return (
    <Page title={text('deviceAdd')} lead={text(isOwn ? 'deviceOwn' : 'deviceAddLead')}>
      <Card>
        <strong class="untrusted">{device.name}</strong>
        <KeyDetails id={device.id} />
        <div class="actions">
          {!isOwn && (
            <Button look="primary" disabled={isBusy} onClick={() => run(keep)}>
              {text('deviceKeep')}
            </Button>
          )}
          <ButtonLink path="/identities" look="quiet" label={uiText('cancel')} />
        </div>
        {failure !== undefined && <p role="alert">{failure}</p>}
      </Card>
    </Page>
  )
}
