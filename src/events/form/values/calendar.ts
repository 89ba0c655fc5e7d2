const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/
const DATETIME =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i
const longMonths = new Set([1, 3, 5, 7, 8, 10, 12])

/** A day that exists, in the years 0001 to 9999. */
export function isDate(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = (DATE.exec(text) ?? []).map(Number)
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month)
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return longMonths.has(month) ? 31 : 30
}

/** `14:30`. */
export function isTime(text: string): boolean {
  return TIME.test(text)
}

/**
 * Converts RFC 3339 with an offset to UTC with milliseconds, so that texts sort like instants. Undefined if it is not
 * such a time, or if its year in UTC does not have four digits.
 */
export function utcOf(text: string): string | undefined {
  const day = DATETIME.exec(text)?.[1]
  if (day === undefined || !isDate(day)) return undefined
  const utc = new Date(text.toUpperCase()).toISOString()
  return utc.length === 24 ? utc : undefined
}
