import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import { text } from '../base/texts.ts'

const titles = {
  completed: 'requestEndedAnswered',
  denied: 'requestEndedDenied',
  cancelled: 'requestEndedCancelled',
  timed_out: 'requestEndedTimedOut',
  gone: 'requestEndedGone',
} as const
const notes = {
  completed: 'requestEndedAnsweredNote',
  denied: 'requestEndedDeniedNote',
  cancelled: 'requestEndedCancelledNote',
  timed_out: 'requestEndedTimedOutNote',
  gone: 'requestEndedGoneNote',
} as const

/** Says why there is nothing left to answer. */
export function EndedPage({ how }: { how: keyof typeof titles }) {
  return (
    <Page title={text(titles[how])} lead={text(notes[how])}>
      <a class="button primary" href={pathTo('/')}>
        {text('toHome')}
      </a>
    </Page>
  )
}
