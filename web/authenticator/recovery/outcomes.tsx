import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import { text } from '../base/texts.ts'
import type { RecoveryContents } from './file/recovery-file.ts'
import { recoveryText } from './texts.ts'

export type Outcome =
  | { readonly state: 'restored' | 'here' | 'blocked' }
  | { readonly state: 'failed'; readonly reason: string }

const states = {
  restored: { name: 'stateRestored', tone: 'good' },
  here: { name: 'stateHere', tone: 'good' },
  blocked: { name: 'stateBlocked', tone: 'bad' },
  failed: { name: 'stateFailed', tone: 'bad' },
} as const

/** What was done with each identity, in the order of the file. */
export type Done = { readonly isBlock: boolean; readonly outcomes: readonly Outcome[] }

type OutcomesProps = {
  contents: RecoveryContents
  done: Done
  isBusy: boolean
  onRetry: () => void
}

export function Outcomes({ contents, done: { isBlock, outcomes }, isBusy, onRetry }: OutcomesProps) {
  const isFailed = outcomes.some(({ state }) => state === 'failed')
  const [title, lead] = isBlock
    ? (['blockedTitle', 'blockedLead'] as const)
    : (['restoredTitle', 'restoredLead'] as const)
  return (
    <Page
      title={recoveryText(isFailed ? 'someFailed' : title)}
      {...(isFailed ? {} : { lead: recoveryText(lead) })}
    >
      <ul class="list">
        {contents.identities.map(({ id, name }, at) => (
          <li key={id} class="card">
            <OneOutcome name={name} outcome={outcomes[at]} />
          </li>
        ))}
      </ul>
      {!isBlock && <NextSteps contents={contents} />}
      <div class="actions">
        {isFailed && (
          <Button look="primary" disabled={isBusy} onClick={onRetry}>
            {recoveryText('retry')}
          </Button>
        )}
        <a class={isFailed ? 'button' : 'button primary'} href={pathTo(isBlock ? '/identities' : '/')}>
          {text(isBlock ? 'lostNext' : 'toHome')}
        </a>
      </div>
    </Page>
  )
}

function OneOutcome({ name, outcome }: { name: string; outcome: Outcome | undefined }) {
  if (outcome === undefined) return null
  const { name: state, tone } = states[outcome.state]
  return (
    <>
      <div class="row">
        <strong class="untrusted">{name}</strong>
        <Badge tone={tone}>{recoveryText(state)}</Badge>
      </div>
      {outcome.state === 'failed' && <p class="soft">{outcome.reason}</p>}
    </>
  )
}

/** What the file cannot bring back. */
function NextSteps({ contents: { identities, services } }: { contents: RecoveryContents }) {
  return (
    <>
      {identities.some(({ addresses }) => Object.keys(addresses).length > 0) && (
        <p>{recoveryText('restoredVerify')}</p>
      )}
      {services.length > 0 && (
        <>
          <p>{recoveryText('restoredServices')}</p>
          <ul>
            {services.map((service, at) => (
              <li key={at}>
                <bdi class="untrusted">{service}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
