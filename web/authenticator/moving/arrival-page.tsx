import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { uiText } from '../../ui/texts.ts'
import { ButtonLink } from '../base/button-link.tsx'
import { DeadEnd } from '../base/dead-end.tsx'
import { NotFoundPage } from '../base/not-found-page.tsx'
import { Page } from '../base/page.tsx'
import { nameEnrolFailure } from '../enrol/enrol.ts'
import { tellFailure } from '../identity/base/failure.ts'
import { IdentityNames } from '../identity/base/identity-names.tsx'
import { InstallFirst } from '../install/install-hint.tsx'
import { isFromHere, isMovedIn, moveIn } from './arrival.ts'
import { Arrived } from './arrived.tsx'
import type { FailedService } from './failed-services.tsx'
import { type Departure, readDeparture } from './links.ts'
import { ShowAnswer } from './show-answer.tsx'
import { movingText } from './texts.ts'

/** On the new phone, after it has scanned the old one. */
export function ArrivalPage({ brought }: { brought: string }) {
  // Read once: the old phone's identities are here at the end, and the link is not a mistake then.
  const [{ departure, isOwn }] = useState(() => {
    const read = readDeparture(brought)
    return { departure: read, isOwn: read !== undefined && isFromHere(read) }
  })
  if (departure === undefined) return <NotFoundPage />
  if (isOwn) return <DeadEnd title={movingText('title')} lead={movingText('hereOwn')} />
  return <Steps departure={departure} />
}

function Steps({ departure }: { departure: Departure }) {
  const [answer, setAnswer] = useState<string>()
  const [failed, setFailed] = useState<readonly FailedService[]>([])
  const [isDone, setDone] = useState(false)
  const { isBusy, failure, run } = useAction(tellFailure)
  const move = async () => {
    const moved = await moveIn(departure)
    setFailed(moved.failed.map(({ app, error }) => ({ app, isSpent: nameEnrolFailure(error) === 'unknown' })))
    setDone(await isMovedIn(departure))
    setAnswer(moved.answer)
  }
  const services = { failed, isBusy, onRetry: () => run(move) }
  if (isDone) return <Arrived {...{ departure, services }} />
  if (answer !== undefined)
    return <ShowAnswer {...{ departure, answer, services }} onArrived={() => setDone(true)} />
  return <Question {...{ departure, isBusy, failure }} onMove={() => run(move)} />
}

type QuestionProps = {
  departure: Departure
  isBusy: boolean
  failure: string | undefined
  onMove: () => void
}

function Question({ departure, isBusy, failure, onMove }: QuestionProps) {
  const { identities, services, codes } = departure
  return (
    <Page title={movingText('hereTitle')} lead={movingText('hereLead')}>
      <InstallFirst />
      <ul class="list">
        <IdentityNames identities={identities} />
        {services.length > 0 && (
          <li class="card">{movingText('hereServices', { count: services.length })}</li>
        )}
        {codes > 0 && <li class="card">{movingText('hereCodes', { count: codes })}</li>}
      </ul>
      {failure !== undefined && <p role="alert">{failure}</p>}
      <div class="actions">
        <Button look="primary" disabled={isBusy} onClick={onMove}>
          {movingText(isBusy ? 'hereBusy' : 'hereYes')}
        </Button>
        <ButtonLink path="/" look="quiet" label={uiText('cancel')} />
      </div>
    </Page>
  )
}
