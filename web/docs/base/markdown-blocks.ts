export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'code'; readonly language: string; readonly mark: string; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | {
      readonly kind: 'table'
      readonly head: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }

const ITEM = /^(?:-|(\d+)\.) +(.*)$/

/** The Markdown subset of the guides: headings, paragraphs, fenced code, lists, tables. HTML is treated as text. */
export function parseBlocks(markdown: string): Block[] {
  const lines = markdown.split('\n')
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (line.trim() === '') {
      at++
      continue
    }
    const { block, next } = readFence(lines, at) ?? readLines(lines, at)
    blocks.push(block)
    at = next
  }
  return blocks
}

type Read = { block: Block; next: number }

function readFence(lines: readonly string[], at: number): Read | undefined {
  const fence = /^```(\w*) ?(.*)$/.exec(lines[at] ?? '')
  if (fence === null) return undefined
  const end = lines.indexOf('```', at + 1)
  const text = lines.slice(at + 1, end === -1 ? lines.length : end).join('\n')
  const [, language = '', mark = ''] = fence
  return { block: { kind: 'code', language, mark, text }, next: end === -1 ? lines.length : end + 1 }
}

/** Reads up to the next blank line, heading or fence. */
function readLines(lines: readonly string[], at: number): Read {
  const [, marks, heading] = /^(#{1,6}) (.+)$/.exec(lines[at] ?? '') ?? []
  if (marks !== undefined && heading !== undefined)
    return { block: { kind: 'heading', level: marks.length, text: heading }, next: at + 1 }
  let next = at + 1
  while (next < lines.length && !/^(\s*$|#{1,6} |```)/.test(lines[next] ?? '')) next++
  return { block: toBlock(lines.slice(at, next)), next }
}

function toBlock(lines: readonly string[]): Block {
  const [first = '', second = ''] = lines
  if (first.startsWith('|') && /^\|[\s|:-]+$/.test(second))
    return { kind: 'table', head: toCells(first), rows: lines.slice(2).map(toCells) }
  const item = ITEM.exec(first)
  if (item === null) return { kind: 'paragraph', text: lines.join('\n') }
  const items: string[] = []
  for (const line of lines) {
    const start = ITEM.exec(line)
    if (start === null) items.push(`${items.pop() ?? ''} ${line.trim()}`)
    else items.push(start[2] ?? '')
  }
  return { kind: 'list', ordered: item[1] !== undefined, items }
}

function toCells(line: string): string[] {
  const inner = line.trim().replace(/^\||\|$/g, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** The anchor of a heading, as code hosting sites create it. */
export function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}
