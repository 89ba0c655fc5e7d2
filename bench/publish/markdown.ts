/** `2,345.6`; a dash where nothing was measured. */
export function count(value: number, digits = 0): string {
  if (!Number.isFinite(value)) return '–'
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return value.toLocaleString('en', format)
}

/** The first column is text, and those that `texts` names; all others are figures. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  texts: readonly number[] = [],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, column) => (column === 0 || texts.includes(column) ? '---' : '---:'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

export function section(title: string, ...paragraphs: readonly string[]): string {
  return [`## ${title}`, ...paragraphs.filter((text) => text !== '')].join('\n\n')
}
