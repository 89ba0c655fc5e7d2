import { text } from '../base/texts.ts'
import { serverNow } from '../keys/server-time.ts'
import { now } from './seconds.ts'

/** Services accept the previous and the next code too, so a smaller difference does no harm. */
const HARMLESS_MS = 20_000

/** Codes depend on the device's clock: warns if it differs from the server's, because codes would be refused. */
export function ClockNotice() {
  // Checked every second, because the first answer of a server may arrive after the codes are shown.
  if (now.value === 0 || Math.abs(serverNow() - Date.now()) < HARMLESS_MS) return null
  return (
    <p class="notice warn" role="status">
      {text('codesClock')}
    </p>
  )
}
