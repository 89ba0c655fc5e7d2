import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { showToast } from '../../ui/toast.tsx'
import { pathTo } from '../base/place.ts'
import { text } from '../base/texts.ts'
import type { Identity } from '../store/records.ts'
import { rotateIdentity } from './base/changes.ts'
import { tellFailure } from './base/failure.ts'

export function Rotate({ identity }: { identity: Identity }) {
  const [isAsked, setAsked] = useState(false)
  const { route } = useLocation()
  const { isBusy, failure, run } = useAction(tellFailure)
  const rotate = async () => {
    setAsked(false)
    const { id } = await rotateIdentity(identity)
    showToast(text('identityRotated'))
    route(pathTo(`/identities/${id}`), true)
  }
  return (
    <Card>
      <h2>{text('identityRotate')}</h2>
      <p>{text('identityRotateNote')}</p>
      {failure !== undefined && <p role="alert">{failure}</p>}
      <Button disabled={isBusy} onClick={() => setAsked(true)}>
        {text('identityRotate')}
      </Button>
      {isAsked && (
        <Confirm
          title={text('identityRotate')}
          yes={text('identityRotateYes')}
          onYes={() => run(rotate)}
          onClose={() => setAsked(false)}
        >
          {text('identityRotateAsk')}
        </Confirm>
      )}
    </Card>
  )
}
