/** Headers tell whole seconds, and are on their way for a while. */
const TOLERATED_MS = 5_000

let ahead = 0

/** The clock of a device may be wrong; what is left of a request is counted by the clock of those who end it. */
export function noteServerTime(headers: Headers): void {
  const told = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(told)) return
  const difference = told - Date.now()
  ahead = Math.abs(difference) < TOLERATED_MS ? 0 : difference
}

export function serverNow(): number {
  return Date.now() + ahead
}
