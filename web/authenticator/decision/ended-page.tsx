import { DeadEnd } from '../base/dead-end.tsx'
import { text } from '../base/texts.ts'

const titles = {
  completed: 'requestEndedAnswered',
  denied: 'requestEndedDenied',
  cancelled: 'requestEndedCancelled',
  timed_out: 'requestEndedTimedOut',
  gone: 'requestEndedGone',
} as const

/** Says why there is nothing left to answer. */
export function EndedPage({ how }: { how: keyof typeof titles }) {
  const title = titles[how]
  return <DeadEnd title={text(title)} lead={text(`${title}Note`)} look="primary" />
}
