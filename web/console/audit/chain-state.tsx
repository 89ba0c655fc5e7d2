import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { problemText } from '../../ui/problems/problem-text.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { type Answered, consoleServer } from '../base/services.ts'
import { text } from './texts.ts'

type Verified = Answered<typeof consoleServer.verifyAudit>

/** Entries are chained by keyed digests, so changed or removed entries are detected. */
export function ChainState() {
  const [verified, setVerified] = useState<Verified>()
  const { isBusy, failure, run } = useAction(problemText)
  const verify = () => run(async () => setVerified((await consoleServer.verifyAudit({})).body))
  return (
    <div class={toneOf(verified)} role="status">
      <p>{verified === undefined ? text('chainLead') : <Outcome verified={verified} />}</p>
      {verified?.faults.map((fault) => (
        <p key={fault} lang="en">
          {fault}
        </p>
      ))}
      {failure !== undefined && <p>{failure}</p>}
      <Button size="small" disabled={isBusy} onClick={verify}>
        {text(verified === undefined ? 'verify' : 'verifyAgain')}
      </Button>
    </div>
  )
}

function toneOf(verified: Verified | undefined): string {
  if (verified === undefined) return 'notice'
  return verified.faults.length === 0 ? 'notice good' : 'notice bad'
}

function Outcome({ verified }: { verified: Verified }) {
  const { entries, unsealed, faults, verifiedAt } = verified
  return (
    <>
      <strong>{text(faults.length === 0 ? 'chainHolds' : 'chainBroken')}</strong>{' '}
      {text('chainCounts', { entries, unsealed })} <Moment at={verifiedAt} />
    </>
  )
}
