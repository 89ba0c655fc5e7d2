/** Spreadsheets treat a text that starts with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r\0]/

/**
 * RFC 4180. Nested values are written as JSON; texts that a spreadsheet would run as a formula start with an
 * apostrophe.
 */
export function writeCsvRow(values: readonly unknown[]): string {
  return `${values.map(writeCell).join(',')}\r\n`
}

function writeCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
