import { type Bar, type Group, listGroups } from './bars.ts'
import { count } from './markdown.ts'
import type { PublishedRun } from './run.ts'

const WIDTH = 720
const MARGIN = 16
/** Names are left of this, bars right of it. */
const BARS_X = 204
/** Leaves room for the figures behind the longest bar. */
const LONGEST = 400
const THICK = 14
const BAR_STEP = 19
const GROUP_STEP = 36
const TOP = 104
const SIZES = { title: 16, group: 13, small: 12 }

/** GitHub shows a chart in both colour schemes: so the chart carries both. */
const STYLE = `
    text { font-family: system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #1e293b }
    .strong { font-weight: 600 }
    .muted { fill: #64748b }
    .lanyard { fill: #4f46e5 }
    .ceiling { fill: #94a3b8 }
    .peer { fill: #d97706 }
    .database { opacity: 0.5 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e2e8f0 }
      .muted { fill: #94a3b8 }
      .lanyard { fill: #818cf8 }
      .ceiling { fill: #64748b }
      .peer { fill: #f59e0b }
    }`

const LEGEND = [
  { style: 'lanyard', text: 'Lanyard', x: MARGIN },
  { style: 'ceiling', text: 'ceiling: minimal program, same work', x: 98 },
  { style: 'peer', text: 'other servers', x: 392 },
  { style: 'lanyard database', text: 'faded: database', x: 520 },
]

export function renderChart(run: PublishedRun): string {
  const groups = listGroups(run)
  const bodies: string[] = []
  let y = TOP
  for (const group of groups) {
    bodies.push(...renderGroup(group, y))
    y += group.bars.length * BAR_STEP + GROUP_STEP
  }
  const height = y + MARGIN
  const label = 'CPU time of one request: Lanyard, a minimal program and other servers'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${label}">
  <style>${STYLE}
  </style>
  ${[...renderHead(), ...bodies, renderFoot(run, y)].join('\n  ')}
</svg>
`
}

function renderHead(): string[] {
  return [
    text('CPU time of one request, in µs', { x: MARGIN, y: 28, size: SIZES.title, style: 'strong' }),
    text('Shorter is better. Each group has its own scale.', { x: MARGIN, y: 48, style: 'muted' }),
    ...LEGEND.flatMap(({ style, text: name, x }) => [
      `<rect class="${style}" x="${x}" y="61" width="11" height="11" rx="2"/>`,
      text(name, { x: x + 17, y: 71 }),
    ]),
  ]
}

function renderFoot({ machine }: PublishedRun, y: number): string {
  const { lanyard, cores, cpu, node, date } = machine
  return text(`Lanyard ${lanyard} on ${cores} × ${cpu}, Node.js ${node}, ${date}`, {
    x: MARGIN,
    y,
    style: 'muted',
  })
}

function renderGroup({ title, bars }: Group, y: number): string[] {
  const longest = Math.max(...bars.map(({ parts }) => sum(parts)))
  return [
    text(title, { x: MARGIN, y, size: SIZES.group, style: 'strong' }),
    ...bars.flatMap((bar, index) => renderBar(bar, longest, y + 8 + index * BAR_STEP)),
  ]
}

function renderBar({ label, kind, parts }: Bar, longest: number, y: number): string[] {
  const scale = LONGEST / longest
  const baseline = y + 11
  const rects = parts.map((part, index) => {
    const x = BARS_X + sum(parts.slice(0, index)) * scale
    const style = index === 0 ? kind : `${kind} database`
    return `<rect class="${style}" x="${round(x)}" y="${y}" width="${round(part * scale)}" height="${THICK}"/>`
  })
  return [
    text(label, { x: BARS_X - 8, y: baseline, anchor: 'end' }),
    ...rects,
    text(parts.map((part) => count(part)).join(' + '), {
      x: round(BARS_X + sum(parts) * scale + 6),
      y: baseline,
    }),
  ]
}

type Placed = { x: number; y: number; size?: number; style?: string; anchor?: 'end' }

function text(words: string, { x, y, size = SIZES.small, style, anchor }: Placed): string {
  const own = [
    style === undefined ? '' : ` class="${style}"`,
    anchor === undefined ? '' : ` text-anchor="${anchor}"`,
  ]
  return `<text x="${x}" y="${y}" font-size="${size}"${own.join('')}>${escapeXml(words)}</text>`
}

function escapeXml(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
