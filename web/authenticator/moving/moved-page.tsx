import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { labelOf } from '../../../src/client/device/speaker.ts'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { uiText } from '../../ui/texts.ts'
import { ButtonLink } from '../base/button-link.tsx'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import { tellFailure } from '../identity/base/failure.ts'
import { IdentityNames } from '../identity/base/identity-names.tsx'
import type { Identity } from '../store/records.ts'
import { findLeaving, finishDeparture } from './departure.ts'
import { LastSteps } from './last-steps.tsx'
import { type Answer, readAnswer } from './links.ts'
import { movingText } from './texts.ts'

/** On the old phone, after it has scanned the new one: asks once more, then signs everything over. */
export function MovedPage({ brought }: { brought: string }) {
  const { route } = useLocation()
  const [answer] = useState(() => readAnswer(brought))
  const [leaving, setLeaving] = useState<readonly Identity[] | 'unknown'>()
  const [ended, setEnded] = useState<readonly Identity[]>()
  useEffect(() => {
    if (answer === undefined) setLeaving('unknown')
    else void findLeaving(answer).then((found) => setLeaving(found ?? 'unknown'))
  }, [answer])
  if (ended !== undefined) return <LastSteps ended={ended} onAgain={() => route(pathTo('/move'))} />
  if (leaving === undefined) return null
  if (answer === undefined || leaving === 'unknown') return <Stranger />
  return <Question {...{ answer, leaving }} onDone={setEnded} />
}

type QuestionProps = {
  answer: Answer
  leaving: readonly Identity[]
  onDone: (ended: readonly Identity[]) => void
}

function Question({ answer, leaving, onDone }: QuestionProps) {
  const [failures, setFailures] = useState<readonly string[]>([])
  const [isStale, setStale] = useState(false)
  const { isBusy, failure, run } = useAction(tellFailure)
  const move = async () => {
    const { failed, ended } = await finishDeparture(answer)
    setFailures(failed.map(({ name, error }) => movingText('askFailed', { name, reason: reasonOf(error) })))
    setStale(failed.length > 0 && failed.every(({ error }) => error === undefined))
    if (failed.length === 0) onDone(ended)
  }
  return (
    <Page title={movingText('askTitle')} lead={movingText('askLead')}>
      <ul class="list">
        <IdentityNames identities={leaving} />
      </ul>
      <div role="alert">
        {[...failures, ...(failure === undefined ? [] : [failure])].map((told) => (
          <p key={told} class="notice bad">
            {told}
          </p>
        ))}
      </div>
      <div class="actions">
        {isStale ? (
          <ButtonLink path="/move" look="primary" label={movingText('startAgain')} />
        ) : (
          <Button look="primary" disabled={isBusy} onClick={() => run(move)}>
            {movingText(isBusy ? 'asking' : 'askYes')}
          </Button>
        )}
        <ButtonLink path="/" look="quiet" label={uiText('cancel')} />
      </div>
    </Page>
  )
}

/** The token of the new phone is valid for half an hour. */
function reasonOf(error: unknown): string {
  if (error === undefined) return movingText('askMissing')
  return labelOf(error) === 'auth-error' ? movingText('askTooLate') : tellFailure(error)
}

function Stranger() {
  return (
    <Page title={movingText('strangerTitle')} lead={movingText('strangerLead')}>
      <ButtonLink path="/move" label={movingText('title')} />
    </Page>
  )
}
