import { useState } from 'preact/hooks'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/lists/states.tsx'
import { uiText } from '../../ui/texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { formatDate } from '../base/date.ts'
import { Page } from '../base/page.tsx'
import { history } from '../base/state.ts'
import { text } from '../base/texts.ts'
import { AskerName } from '../decision/asker.tsx'
import { KeyDetails } from '../identity/key-details.tsx'
import type { HistoryEntry } from '../store/records.ts'
import { Blocked } from './blocked.tsx'
import { claimName } from './claims/claim-name.ts'

const PAGE = 50
const outcomes = {
  approved: { name: 'historyApproved', tone: 'good' },
  denied: { name: 'historyDenied', tone: 'bad' },
  'not-me': { name: 'historyNotMe', tone: 'bad' },
  expired: { name: 'historyExpired', tone: undefined },
} as const

/** The answers given on this device. They are stored here only. */
export function HistoryPage() {
  const [shown, setShown] = useState(PAGE)
  const entries = [...history.value].sort((a, b) => b.at - a.at)
  return (
    <Page title={text('navHistory')} lead={text('historyLead')}>
      {entries.length === 0 ? (
        <EmptyState title={text('historyEmpty')} lead={text('historyEmptyNote')} />
      ) : (
        <ol class="history">
          {entries.slice(0, shown).map((entry) => (
            <li key={entry.id}>
              <Entry entry={entry} />
            </li>
          ))}
        </ol>
      )}
      {entries.length > shown && <Button onClick={() => setShown(shown + PAGE)}>{uiText('more')}</Button>}
    </Page>
  )
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { at, kind, outcome, who, fingerprint, message, shared = [] } = entry
  const { name, tone } = outcomes[outcome]
  const isOpen = kind === 'login' && fingerprint === undefined
  return (
    <article class="history-entry">
      <p class="history-head">
        <Badge tone={tone}>{text(name)}</Badge>{' '}
        <span>{text(kind === 'login' ? 'requestTitle' : 'approvalTitle')}</span>
        <time dateTime={new Date(at).toISOString()}>{formatDate(at, { timeStyle: 'short' })}</time>
      </p>
      <p class="asker-name">{isOpen ? text('requestNobody') : <AskerName name={who} />}</p>
      {message !== undefined && (
        <p>
          <bdi class="foreign">{message}</bdi>
        </p>
      )}
      {shared.length > 0 && <p>{text('requestShared', { claims: shared.map(claimName).join(', ') })}</p>}
      {fingerprint !== undefined && <KeyDetails id={fingerprint} />}
      {entry.blocked && <Blocked ticket={entry.id} onLifted={() => showToast(text('requestUnblocked'))} />}
    </article>
  )
}
