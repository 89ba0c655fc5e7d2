import { formatMoment } from '../../../ui/time/dates.ts'
import { sourceText } from '../base/source.ts'
import { text } from '../base/texts.ts'
import type { HistoryEntry } from './record.ts'

const actions = {
  registered: 'didRegister',
  resent: 'didResend',
  'session-joined': 'didJoinSession',
  'session-left': 'didLeaveSession',
  'session-promoted': 'didPromoteSession',
  'link-withdrawn': 'didWithdrawLink',
  entered: 'didEnter',
  updated: 'didUpdate',
  'attendee-updated': 'didUpdateAttendee',
  approved: 'didApprove',
  declined: 'didDecline',
  cancelled: 'didCancel',
  confirmed: 'didConfirm',
  offered: 'didOffer',
  accepted: 'didAccept',
  expired: 'didExpire',
} as const

/** Who did what, and when. */
export function History({ history, zone }: { history: readonly HistoryEntry[]; zone: string }) {
  return (
    <section>
      <h3>{text('history')}</h3>
      <ol class="history">
        {history.map((entry, at) => {
          const key = actions[entry.action as keyof typeof actions]
          return (
            <li key={at}>
              <time dateTime={entry.at}>{formatMoment(entry.at, zone)}</time>
              <span>
                {key === undefined ? entry.action : text(key)} <bdi class="by">{tellActor(entry)}</bdi>
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function tellActor({ by, name }: HistoryEntry): string {
  if (by === 'operator') return name === null ? text('byOperatorGone') : text('byOperator', { name })
  if (by === 'api-key') return text('byKey', { name: name ?? '?' })
  if (by === 'source') return text('bySource', { name: name === null ? '?' : sourceText(name) })
  return text(by === 'attendee' ? 'byAttendee' : by === 'time' ? 'byTime' : 'byLine')
}
