import { useMemo, useState } from 'preact/hooks'
import type { ScopeJob } from '../../../src/client/device/answers.ts'
import { locale } from '../../ui/texts/i18n.ts'
import { ButtonLink } from '../base/button-link.tsx'
import { history } from '../base/state.ts'
import { text } from '../base/texts.ts'
import { AskerName } from '../decision/asker.tsx'
import { OutcomeView } from '../decision/outcome-view.tsx'
import { useTimeLeft } from '../decision/time-left.tsx'
import { serverNow } from '../keys/server-time.ts'
import type { Outcome } from './attempt.ts'
import { Blocked } from './blocked.tsx'
import { claimName } from './claims/claim-name.ts'
import { countDenials, waitAfterDenials } from './waiting-time.ts'

type OutcomePageProps = { job: ScopeJob; outcome: Outcome }

const notes = {
  approved: 'requestApprovedNote',
  denied: 'requestDeniedNote',
  'not-me': 'requestNotMeDone',
  'wrong-number': 'requestDeniedByNumberNote',
} as const

export function OutcomePage({ job, outcome }: OutcomePageProps) {
  const { kind, shared, isBlocked, identity } = outcome
  const wait = useWait(job, outcome)
  return (
    <OutcomeView
      kind={kind}
      note={wait ?? text(notes[kind])}
      link={<Return kind={kind} callback={job.callback} />}
    >
      <p class="asker-name">{job.app === null ? text('requestNobody') : <AskerName name={job.app.name} />}</p>
      {kind === 'approved' && (
        <p>
          {shared.length === 0
            ? text('requestSharedNothing')
            : text('requestShared', { claims: shared.map(claimName).join(', ') })}
        </p>
      )}
      {isBlocked && job.app !== null && <Block ticket={job.job} />}
      {kind === 'not-me' && (
        <>
          <p>{text('requestRevokeNote')}</p>
          <ButtonLink path={`/identities/${identity.id}`} label={text('requestRevoke')} />
        </>
      )}
    </OutcomeView>
  )
}

/** Says when the application may ask again after a denial; undefined once it may, and if it is blocked. */
function useWait({ app }: ScopeJob, { kind, identity, isBlocked }: Outcome): string | undefined {
  const until = useMemo(() => {
    if (app === null || kind !== 'denied' || isBlocked) return null
    const denials = countDenials(history.peek(), { fingerprint: app.fingerprint, identity: identity.id })
    return new Date(serverNow() + waitAfterDenials(Math.max(1, denials))).toISOString()
  }, [])
  const seconds = Math.ceil(useTimeLeft(until) / 1000)
  if (app === null || until === null || seconds === 0) return undefined
  const [unit, count] =
    seconds < 120 ? (['second', seconds] as const) : (['minute', Math.ceil(seconds / 60)] as const)
  const time = new Intl.NumberFormat(locale.value, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  return text('requestDeniedWait', { app: app.name || text('requestNoName'), time })
}

/** The application's return address, if it gave one: it must be one of its registered addresses. */
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

function Block({ ticket }: { ticket: string }) {
  const [isLifted, setLifted] = useState(false)
  if (isLifted) return <p role="status">{text('requestUnblocked')}</p>
  return <Blocked ticket={ticket} onLifted={() => setLifted(true)} />
}
