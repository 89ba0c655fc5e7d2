import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { DeadEnd } from '../base/dead-end.tsx'
import { Page } from '../base/page.tsx'
import { accounts, enrolments, identities } from '../base/state.ts'
import { tellFailure } from '../identity/base/failure.ts'
import type { Identity } from '../store/records.ts'
import { startDeparture } from './departure.ts'
import { LastSteps } from './last-steps.tsx'
import { LeftBehind } from './left-behind.tsx'
import { type Departure, writeDeparture } from './links.ts'
import { ScanAnswer } from './scan-answer.tsx'
import { ShowDeparture } from './show-departure.tsx'
import { movingText } from './texts.ts'

type Started = {
  readonly departure: Departure
  readonly refused: readonly string[]
  readonly ended: readonly Identity[]
  readonly link: string
  readonly until: number
}
type Step = 'show' | 'scan' | 'last'

/** On the old phone: shows a code to the new one, then scans the code that the new one shows. */
export function MovePage() {
  const [started, setStarted] = useState<Started>()
  const [step, setStep] = useState<Step>('show')
  const { isBusy, failure, run } = useAction(tellFailure)
  const start = async () => {
    const { departure, until, refused, ended } = await startDeparture()
    // Codes that belong to no identity and no service need no agreement between the phones.
    const isNeeded = departure.identities.length + departure.services.length > 0
    setStep(isNeeded ? 'show' : 'last')
    setStarted({ departure, until, refused, ended, link: writeDeparture(departure) })
  }
  const nothing = { title: movingText('title'), lead: movingText('nothing') }
  if ([identities, enrolments, accounts].every(({ value }) => value.length === 0))
    return <DeadEnd {...nothing} />
  if (started === undefined)
    return (
      <Page title={movingText('title')} lead={movingText('lead')}>
        <p class="notice">{movingText('private')}</p>
        {failure !== undefined && <p role="alert">{failure}</p>}
        <Button look="primary" disabled={isBusy} onClick={() => run(start)}>
          {movingText(isBusy ? 'starting' : 'start')}
        </Button>
      </Page>
    )
  const { departure, refused, ended } = started
  if (departure.identities.length + departure.services.length + departure.codes === 0)
    return (
      <DeadEnd {...nothing}>
        <LeftBehind {...{ refused, ended }} />
      </DeadEnd>
    )
  if (step === 'scan') return <ScanAnswer onBack={() => setStep('show')} />
  if (step === 'last') return <LastSteps {...{ refused, ended }} onAgain={() => setStarted(undefined)} />
  return (
    <ShowDeparture
      link={started.link}
      until={started.until}
      {...{ refused, ended }}
      onAgain={() => setStarted(undefined)}
      onNext={() => setStep(departure.identities.length === 0 ? 'last' : 'scan')}
    />
  )
}
