import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/lists/states.tsx'
import { approvalInboxes, approvals, type WaitingApproval } from '../approvals/inbox.ts'
import { pathTo } from '../base/place.ts'
import { enrolments, identities } from '../base/state.ts'
import { text } from '../base/texts.ts'
import { AskerName } from '../decision/asker.tsx'
import { TimeLeft } from '../decision/time-left.tsx'
import { requestInboxes, requests, type WaitingRequest } from './inbox.ts'

/** All requests that wait for an answer, updated live. */
export function Waiting() {
  const holders = [...identities.value, ...enrolments.value].map(({ id }) => id)
  if (holders.length === 0) return null
  const count = requests.value.length + approvals.value.length
  return (
    <section class="waiting" aria-label={text('waitingTitle')}>
      <h2>{text('waitingTitle')}</h2>
      <p class="visually-hidden" role="status">
        {count === 0 ? '' : text('waitingCount', { count })}
      </p>
      <Connections holders={holders} />
      {count === 0 ? (
        <EmptyState title={text('waitingNothing')} lead={text('waitingNothingNote')} />
      ) : (
        <ul class="waiting-list">
          {requests.value.map((request) => (
            <li key={request.job}>
              <RequestLink request={request} />
            </li>
          ))}
          {approvals.value.map((approval) => (
            <li key={approval.uuid}>
              <ApprovalLink approval={approval} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function RequestLink({ request: { job, app, message, expires_at, holder } }: { request: WaitingRequest }) {
  const answering = identities.value.find(({ id }) => id === holder)
  return (
    <a class="waiting-item" href={pathTo(`/request/${job}`)}>
      <span class="waiting-kind">{text('requestTitle')}</span>
      <span class="asker-name">{app === null ? text('requestNobody') : <AskerName name={app.name} />}</span>
      {app?.verified && (
        <span>
          <Badge tone="good">{text('requestVerified')}</Badge>
        </span>
      )}
      {message !== null && <bdi class="foreign waiting-message">{message}</bdi>}
      {identities.value.length > 1 && answering !== undefined && (
        <span class="waiting-note">
          {text('requestAs')} <bdi class="foreign">{answering.name}</bdi>
        </span>
      )}
      <TimeLeft expiresAt={expires_at} />
    </a>
  )
}

function ApprovalLink({ approval: { uuid, app, message, expires_at } }: { approval: WaitingApproval }) {
  return (
    <a class="waiting-item" href={pathTo(`/approval/${uuid}`)}>
      <span class="waiting-kind">{text('approvalTitle')}</span>
      <bdi class="foreign asker-name">{app.name}</bdi>
      <bdi class="foreign waiting-message">{message}</bdi>
      <TimeLeft expiresAt={expires_at} />
    </a>
  )
}

/** Says which inboxes cannot be reached: an empty list would be misleading. */
function Connections({ holders }: { holders: readonly string[] }) {
  const states = { ...requestInboxes.connections.value, ...approvalInboxes.connections.value }
  const [isLost, isRefused] = (['lost', 'refused'] as const).map((state) =>
    holders.some((id) => states[id] === state),
  )
  const over = identities.value.flatMap(({ id, name }) => {
    const state = states[id]
    return state === 'revoked' || state === 'moved' ? [{ id, name, state }] : []
  })
  return (
    <div role="status">
      {isLost && <p class="notice warn">{text('waitingLost')}</p>}
      {isRefused && <p class="notice warn">{text('waitingRefused')}</p>}
      {over.map(({ id, name, state }) => (
        <p class="notice bad" key={id}>
          <bdi class="foreign">{name}</bdi> {text(state === 'moved' ? 'waitingMoved' : 'waitingRevoked')}{' '}
          <a href={pathTo(`/identities/${id}`)}>{text('waitingRevokedLook')}</a>
        </p>
      ))}
    </div>
  )
}
