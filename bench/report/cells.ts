import { median } from '../statistics.ts'

/** The target and whether it is met. */
export function verdict(
  target: number | undefined,
  bound: 'at most' | 'at least',
  value: number,
): [string, string] {
  if (target === undefined) return ['', '']
  const met = bound === 'at most' ? value <= target : value >= target
  return [`${bound === 'at most' ? '≤' : '≥'} ${target}`, met ? 'met' : 'MISSED']
}

export function spread(values: readonly number[]): string {
  return `${median(values).toFixed(2)}× (${range(values)})`
}

export function range(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`
}

/** A row of one cell is a heading and widens no column. */
export function align(rows: readonly string[][]): string {
  const columns = Math.max(...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => (row.length === 1 ? 0 : (row[column]?.length ?? 0)))),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
