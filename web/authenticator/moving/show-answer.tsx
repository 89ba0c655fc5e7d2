import { useEffect } from 'preact/hooks'
import { Page } from '../base/page.tsx'
import { pause, visible } from '../live/patience.ts'
import { isMovedIn } from './arrival.ts'
import { CodeToScan } from './code-to-scan.tsx'
import { FailedServices, type ServiceState } from './failed-services.tsx'
import type { Departure } from './links.ts'
import { movingText } from './texts.ts'

const POLL_MS = 1_500

type ShowAnswerProps = {
  departure: Departure
  answer: string
  services: ServiceState
  onArrived: () => void
}

/** Shows the new keys to the old phone, until it has signed everything over. */
export function ShowAnswer({ departure, answer, services, onArrived }: ShowAnswerProps) {
  useEffect(() => {
    const controller = new AbortController()
    void waitUntilMoved(departure, controller.signal).then((isHere) => {
      if (isHere) onArrived()
    })
    return () => controller.abort()
  }, [departure])
  return (
    <Page title={movingText('answerTitle')} lead={movingText('answerLead')}>
      <FailedServices {...services} />
      <CodeToScan text={answer} label={movingText('answerLink')}>
        <p role="status">{movingText('answerWaiting')}</p>
      </CodeToScan>
    </Page>
  )
}

async function waitUntilMoved(departure: Departure, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    await visible(signal)
    // If the server cannot be reached, the next attempt may succeed.
    if (await isMovedIn(departure).catch(() => false)) return !signal.aborted
    await pause(POLL_MS, signal)
  }
  return false
}
