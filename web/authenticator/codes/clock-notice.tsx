import { text } from '../base/texts.ts'
import { serverNow } from '../keys/server-time.ts'
import { now } from './seconds.ts'

/** Services take the code before and the one after: less than that does no harm. */
const HARMLESS_MS = 20_000

/** Codes are made of the time of this device; where the server's differs, they will be refused. */
export function ClockNotice() {
  // Looked at again every second: the first answer of a server may come later than the codes.
  if (now.value === 0 || Math.abs(serverNow() - Date.now()) < HARMLESS_MS) return null
  return (
    <p class="notice warn" role="status">
      {text('codesClock')}
    </p>
  )
}
