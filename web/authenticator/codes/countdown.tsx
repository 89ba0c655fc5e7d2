import { secondsLeft } from '../../../src/client/device/totp.ts'
import { now } from './seconds.ts'

const RADIUS = 10
const ROUND = 2 * Math.PI * RADIUS
const SOON_SECONDS = 5

/** Hidden from screen readers, which would read a number every second. */
export function Countdown({ period }: { period: number }) {
  const left = secondsLeft({ period }, now.value)
  return (
    <span class={left <= SOON_SECONDS ? 'countdown soon' : 'countdown'} aria-hidden="true">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle class="track" cx="12" cy="12" r={RADIUS} />
        <circle
          class="left"
          cx="12"
          cy="12"
          r={RADIUS}
          stroke-dasharray={ROUND}
          stroke-dashoffset={ROUND * (1 - left / period)}
        />
      </svg>
      <span>{left}</span>
    </span>
  )
}
