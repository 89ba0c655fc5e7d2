import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Page } from '../base/page.tsx'
import { accounts, enrolments, identities } from '../base/state.ts'
import { IdentityNames } from '../identity/base/identity-names.tsx'
import { EraseButton } from '../settings/erase-button.tsx'
import type { Identity } from '../store/records.ts'
import { splitCodes } from './code-parts.ts'
import { CodeToScan } from './code-to-scan.tsx'
import { ownCodes } from './departure.ts'
import { LeftBehind } from './left-behind.tsx'
import { movingText } from './texts.ts'

type LastStepsProps = {
  /** The services and identities that cannot move. */
  refused?: readonly string[]
  ended: readonly Identity[]
  onAgain: () => void
}

/** On the old phone, after the identities: the one-time codes, then the end. */
export function LastSteps({ refused = [], ended, onAgain }: LastStepsProps) {
  const [parts] = useState(() => splitCodes(ownCodes()))
  const [at, setAt] = useState(0)
  const part = parts[at]
  const left = identities.value.filter(({ id }) => !ended.some((one) => one.id === id))
  if (part === undefined)
    return left.length > 0 ? <Unfinished {...{ left, onAgain }} /> : <End {...{ refused, ended }} />
  const isLast = at === parts.length - 1
  return (
    <Page title={movingText('codesTitle')} lead={movingText('codesLead')}>
      <CodeToScan key={at} text={part} label={movingText('showLink')}>
        {parts.length > 1 && <p>{movingText('codesPart', { place: at + 1, count: parts.length })}</p>}
        <Button look="primary" onClick={() => setAt(at + 1)}>
          {movingText(isLast ? 'codesDone' : 'next')}
        </Button>
      </CodeToScan>
    </Page>
  )
}

function End({ refused, ended }: { refused: readonly string[]; ended: readonly Identity[] }) {
  return (
    <Page title={movingText('endTitle')} lead={movingText('endLead')}>
      {accounts.value.length + enrolments.value.length > 0 && <p>{movingText('endKept')}</p>}
      <LeftBehind {...{ refused, ended }} />
      <EraseButton />
    </Page>
  )
}

/** An identity that was created or changed during the move is still here. */
function Unfinished({ left, onAgain }: { left: readonly Identity[]; onAgain: () => void }) {
  return (
    <Page title={movingText('leftTitle')} lead={movingText('leftLead')}>
      <ul class="list">
        <IdentityNames identities={left} />
      </ul>
      <Button look="primary" onClick={onAgain}>
        {movingText('startAgain')}
      </Button>
    </Page>
  )
}
