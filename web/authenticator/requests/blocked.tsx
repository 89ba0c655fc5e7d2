import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { text } from '../base/texts.ts'
import { tellFailure } from '../decision/failure-text.ts'
import { readFailure } from '../decision/refusal.ts'
import { unblock } from './history.ts'

/** Says that the answer blocked the application, and offers to unblock it. */
export function Blocked({ ticket, onLifted }: { ticket: string; onLifted: () => void }) {
  const lift = () =>
    unblock(ticket).then(onLifted, (error: unknown) => showToast(tellFailure(readFailure(error))))
  return (
    <p class="blocked">
      {text('requestBlocked')}{' '}
      <Button size="small" onClick={() => void lift()}>
        {text('requestUnblock')}
      </Button>
    </p>
  )
}
