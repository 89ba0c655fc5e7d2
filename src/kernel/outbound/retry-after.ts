/** How long a response asks to wait (RFC 9110 §10.2.3), in seconds or until a date; undefined if it does not say. */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const date = /GMT$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
