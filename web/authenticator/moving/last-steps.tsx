import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Page } from '../base/page.tsx'
import { accounts, enrolments, identities } from '../base/state.ts'
import { EraseButton } from '../settings/erase-button.tsx'
import { splitCodes } from './code-parts.ts'
import { CodeToScan } from './code-to-scan.tsx'
import { ownCodes } from './departure.ts'
import { RefusedServices } from './refused-services.tsx'
import { movingText } from './texts.ts'

type LastStepsProps = {
  /** The services that cannot move. */
  refused?: readonly string[]
  onAgain: () => void
}

/** On the old phone, after the identities: the one-time codes, then the end. */
export function LastSteps({ refused = [], onAgain }: LastStepsProps) {
  const [parts] = useState(() => splitCodes(ownCodes()))
  const [at, setAt] = useState(0)
  const part = parts[at]
  if (part === undefined)
    return identities.value.length > 0 ? <Unfinished onAgain={onAgain} /> : <End refused={refused} />
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

function End({ refused }: { refused: readonly string[] }) {
  return (
    <Page title={movingText('endTitle')} lead={movingText('endLead')}>
      {accounts.value.length + enrolments.value.length > 0 && <p>{movingText('endKept')}</p>}
      <RefusedServices refused={refused} />
      <EraseButton />
    </Page>
  )
}

/** An identity that was created or changed during the move is still here. */
function Unfinished({ onAgain }: { onAgain: () => void }) {
  return (
    <Page title={movingText('leftTitle')} lead={movingText('leftLead')}>
      <ul class="list">
        {identities.value.map(({ id, name }) => (
          <li key={id} class="card">
            <strong class="untrusted">{name}</strong>
          </li>
        ))}
      </ul>
      <Button look="primary" onClick={onAgain}>
        {movingText('startAgain')}
      </Button>
    </Page>
  )
}
