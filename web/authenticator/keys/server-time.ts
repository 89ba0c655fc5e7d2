/** Date headers have whole seconds, and take a while to arrive. */
const TOLERATED_MS = 5_000

let ahead = 0

/** The device's clock may be wrong, so remaining times are counted by the server's clock. */
export function noteServerTime(headers: Headers): void {
  const told = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(told)) return
  const difference = told - Date.now()
  ahead = Math.abs(difference) < TOLERATED_MS ? 0 : difference
}

export function serverNow(): number {
  return Date.now() + ahead
}
