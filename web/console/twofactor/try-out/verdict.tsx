import { Badge } from '../../../ui/badge.tsx'
import { text } from '../../identity/texts.ts'
import type { Verdict } from './try-out.ts'

/** The answer that the application would have received. */
export function VerdictShown({ of: verdict }: { of: Verdict }) {
  const isGood = verdict.status === 200
  return (
    <div class={isGood ? 'notice good' : 'notice bad'} role="status">
      <p>
        <Badge tone={isGood ? 'good' : 'bad'}>
          {verdict.status}
          {verdict.code === null ? '' : ` · ${verdict.code}`}
        </Badge>{' '}
        <bdi lang="en">{verdict.message}</bdi>
      </p>
      {verdict.retryAfterSeconds !== null && (
        <p>{text('retryAfter', { seconds: verdict.retryAfterSeconds })}</p>
      )}
    </div>
  )
}
