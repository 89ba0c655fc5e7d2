import { Button } from '../../ui/button.tsx'
import { movingText } from './texts.ts'

/** A service that could not be connected; its code is spent if it has expired or somebody has used it. */
export type FailedService = { readonly app: string; readonly isSpent: boolean }

export type ServiceState = {
  readonly failed: readonly FailedService[]
  readonly isBusy: boolean
  onRetry(): void
}

export function FailedServices({ failed, isBusy, onRetry }: ServiceState) {
  if (failed.length === 0) return null
  return (
    <div class="notice warn" role="alert">
      {failed.map(({ app, isSpent }, at) => (
        <p key={at}>{movingText(isSpent ? 'serviceSpent' : 'serviceFailed', { app })}</p>
      ))}
      <Button size="small" disabled={isBusy} onClick={onRetry}>
        {movingText('serviceRetry')}
      </Button>
    </div>
  )
}
