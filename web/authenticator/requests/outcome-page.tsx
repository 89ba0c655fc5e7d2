import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Page } from '../page.tsx'
import { pathTo } from '../place.ts'
import { text } from '../texts.ts'
import { AskerName } from './asker.tsx'
import type { Outcome } from './attempt.ts'
import { claimName } from './claim-name.ts'
import { tellFailure } from './failure-text.ts'
import { unblock } from './history.ts'
import type { ScopeJob } from './job.ts'
import { readFailure } from './refusal.ts'

type OutcomePageProps = { job: ScopeJob; outcome: Outcome }

const titles = {
  approved: 'requestApproved',
  denied: 'requestDenied',
  'not-me': 'requestDenied',
  'wrong-number': 'requestDeniedByNumber',
} as const
const notes = {
  approved: 'requestApprovedNote',
  denied: 'requestDeniedNote',
  'not-me': 'requestNotMeDone',
  'wrong-number': 'requestDeniedByNumberNote',
} as const

export function OutcomePage({ job, outcome }: OutcomePageProps) {
  const { kind, shared, isBlocked, identity } = outcome
  return (
    <Page title={text(titles[kind])} lead={text(notes[kind])}>
      <section class={kind === 'approved' ? 'card outcome good' : 'card outcome bad'}>
        <p class="asker-name">
          {job.app === null ? text('requestNobody') : <AskerName name={job.app.name} />}
        </p>
        {kind === 'approved' && (
          <p>
            {shared.length === 0
              ? text('requestSharedNothing')
              : text('requestShared', { claims: shared.map(claimName).join(', ') })}
          </p>
        )}
        {isBlocked && job.app !== null && <Blocked ticket={job.job} />}
        {kind === 'not-me' && (
          <>
            <p>{text('requestRevokeNote')}</p>
            <a class="button" href={pathTo(`/identities/${identity.id}`)}>
              {text('requestRevoke')}
            </a>
          </>
        )}
      </section>
      <div class="outcome-links">
        <Return kind={kind} callback={job.callback} />
        <a class="button" href={pathTo('/')}>
          {text('toHome')}
        </a>
        <a class="button quiet" href={pathTo('/history')}>
          {text('navHistory')}
        </a>
      </div>
    </Page>
  )
}

/** Where the application waits, if it said so when it asked: an address of its own registered ones. */
function Return({ kind, callback }: { kind: Outcome['kind']; callback: string | null }) {
  if (kind !== 'approved' || callback === null || !URL.canParse(callback)) return null
  const { protocol, host } = new URL(callback)
  if (protocol !== 'https:' && protocol !== 'http:') return null
  return (
    <a class="button primary" href={callback} rel="noreferrer" target="_self">
      {text('requestReturn')} <bdi class="foreign">{host}</bdi>
    </a>
  )
}

function Blocked({ ticket }: { ticket: string }) {
  const [isLifted, setLifted] = useState(false)
  const lift = () =>
    unblock(ticket).then(
      () => setLifted(true),
      (error: unknown) => showToast(tellFailure(readFailure(error))),
    )
  if (isLifted) return <p role="status">{text('requestUnblocked')}</p>
  return (
    <p class="blocked">
      {text('requestBlocked')}{' '}
      <Button size="small" onClick={() => void lift()}>
        {text('requestUnblock')}
      </Button>
    </p>
  )
}
