import { text } from '../base/texts.ts'
import { type OutcomeKind, OutcomeView } from '../decision/outcome-view.tsx'
import type { WaitingApproval } from './inbox.ts'

const notes = {
  approved: 'requestApprovedNote',
  denied: 'approvalDeniedNote',
  'not-me': 'approvalNotMeDone',
  'wrong-number': 'approvalDeniedByNumberNote',
} as const

type OutcomePageProps = { approval: WaitingApproval; outcome: OutcomeKind }

export function OutcomePage({ approval, outcome }: OutcomePageProps) {
  return (
    <OutcomeView kind={outcome} note={text(notes[outcome])}>
      <p class="asker-name">
        <bdi class="foreign">{approval.app.name}</bdi>
      </p>
      <p>
        <bdi class="foreign">{approval.message}</bdi>
      </p>
    </OutcomeView>
  )
}
