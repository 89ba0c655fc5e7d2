import { Page } from '../page.tsx'
import { pathTo } from '../place.ts'
import { text } from '../texts.ts'
import type { WaitingApproval } from './inbox.ts'
import type { Outcome } from './use-approval.ts'

const titles = {
  approved: 'requestApproved',
  denied: 'requestDenied',
  'not-me': 'requestDenied',
  'wrong-number': 'requestDeniedByNumber',
} as const
const notes = {
  approved: 'requestApprovedNote',
  denied: 'requestDeniedNote',
  'not-me': 'approvalNotMeDone',
  'wrong-number': 'approvalDeniedByNumberNote',
} as const

type OutcomePageProps = { approval: WaitingApproval; outcome: Outcome }

export function OutcomePage({ approval, outcome }: OutcomePageProps) {
  return (
    <Page title={text(titles[outcome])} lead={text(notes[outcome])}>
      <section class={outcome === 'approved' ? 'card outcome good' : 'card outcome bad'}>
        <p class="asker-name">
          <bdi class="foreign">{approval.app.name}</bdi>
        </p>
        <p>
          <bdi class="foreign">{approval.message}</bdi>
        </p>
      </section>
      <div class="outcome-links">
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
