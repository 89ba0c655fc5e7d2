import type { ComponentChildren } from 'preact'
import { ButtonLink } from '../base/button-link.tsx'
import { Page } from '../base/page.tsx'
import { text } from '../base/texts.ts'

export type OutcomeKind = 'approved' | 'denied' | 'not-me' | 'wrong-number'

const titles = {
  approved: 'requestApproved',
  denied: 'requestDenied',
  'not-me': 'requestDenied',
  'wrong-number': 'requestDeniedByNumber',
} as const

type OutcomeProps = {
  kind: OutcomeKind
  note: string
  /** Shown before the buttons. */
  link?: ComponentChildren
  children: ComponentChildren
}

/** The outcome of an answer, for sign-ins and approvals. */
export function OutcomeView({ kind, note, link, children }: OutcomeProps) {
  return (
    <Page title={text(titles[kind])} lead={note}>
      <section class={kind === 'approved' ? 'card outcome good' : 'card outcome bad'}>{children}</section>
      <div class="outcome-links">
        {link}
        <ButtonLink path="/" label={text('toHome')} />
        <ButtonLink path="/history" look="quiet" label={text('navHistory')} />
      </div>
    </Page>
  )
}
