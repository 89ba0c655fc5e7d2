const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** `line` is the row's first line in the file, from 1. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] }

const SAMPLE_ROWS = 20

/** The delimiter that splits the first rows into equally many cells, and into the most. */
export function guessDelimiter(text: string): Delimiter {
  const scores = delimiters.map((delimiter) => {
    const widths: number[] = []
    for (const { cells } of parseCsv(text, delimiter)) {
      widths.push(cells.length)
      if (widths.length === SAMPLE_ROWS) break
    }
    const [first = 1] = widths
    const alike = widths.filter((width) => width === first).length / Math.max(1, widths.length)
    return { delimiter, score: first < 2 ? 0 : first * alike ** 2 }
  })
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a))
  return best.score === 0 ? ',' : best.delimiter
}

/** RFC 4180 and the variants of spreadsheets: any line ending, quotes only at the start of a cell. Empty rows are skipped. */
export function* parseCsv(text: string, delimiter: Delimiter): Generator<CsvRow> {
  let cells: string[] = []
  let [at, line, start] = [0, 1, 1]
  while (at < text.length) {
    const cell = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at, delimiter)
    cells.push(cell.value)
    line += cell.lines
    at = cell.end
    const next = text[at]
    at += 1
    if (next === delimiter) {
      if (at >= text.length) cells.push('')
      else continue
    }
    if (next === '\r' && text[at] === '\n') at += 1
    if (cells.some((value) => value !== '')) yield { line: start, cells }
    cells = []
    line += 1
    start = line
  }
}

type Cell = { value: string; end: number; lines: number }

function readPlain(text: string, from: number, delimiter: string): Cell {
  let end = from
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { value: text.slice(from, end).trim(), end, lines: 0 }
}

/** Text between the closing quote and the next cell is ignored. */
function readQuoted(text: string, from: number): Cell {
  let end = from + 1
  for (;;) {
    const quote = text.indexOf('"', end)
    if (quote === -1) {
      const value = text.slice(from + 1).replaceAll('""', '"')
      return { value, end: text.length, lines: countLines(value) }
    }
    if (text[quote + 1] !== '"') {
      const value = text.slice(from + 1, quote).replaceAll('""', '"')
      return { value: value.trim(), end: quote + 1, lines: countLines(value) }
    }
    end = quote + 2
  }
}

function countLines(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0
}
