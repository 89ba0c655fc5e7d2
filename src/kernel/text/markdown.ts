type Row = readonly string[]

/** A table, or an empty text if it would have no rows. */
export function table(head: Row, rows: readonly Row[]): string {
  if (rows.length === 0) return ''
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n')
}

export function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`'
  return `${fence}${text}${fence}`
}

/** Joins the parts that are not empty with blank lines. */
export function page(...parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function cell(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')
}
