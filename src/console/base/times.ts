import { Fault } from '../../kernel/base/fault.ts'

/** Reads an RFC 3339 time in the form that browsers write. */
export function readTime(text: string, pointer: string): number {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(time)) return time
  const message = 'is not a time of RFC 3339'
  throw new Fault('invalid-parameter', {
    detail: `${pointer} ${message}`,
    errors: [{ pointer, code: 'time', message }],
  })
}
