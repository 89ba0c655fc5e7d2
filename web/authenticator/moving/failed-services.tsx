import { Button } from '../../ui/button.tsx'
import { movingText } from './texts.ts'

export type ServiceState = {
  /** The names of the services that could not be connected. */
  readonly failed: readonly string[]
  readonly isBusy: boolean
  onRetry(): void
}

export function FailedServices({ failed, isBusy, onRetry }: ServiceState) {
  if (failed.length === 0) return null
  return (
    <div class="notice warn" role="alert">
      {failed.map((app, at) => (
        <p key={at}>{movingText('serviceFailed', { app })}</p>
      ))}
      <Button size="small" disabled={isBusy} onClick={onRetry}>
        {movingText('serviceRetry')}
      </Button>
    </div>
  )
}
