import type { SaleResult } from '../on-sale/sale.ts'
import { steps } from '../on-sale/tally.ts'
import { count, section, table } from './markdown.ts'

type Sale = Omit<SaleResult, 'atOnce' | 'unchanged'>

/** Reads what `npm run bench -- --on-sale --json FILE` wrote. */
export function readSales(text: string): SaleResult[] {
  const { sales } = JSON.parse(text) as { sales?: SaleResult[] }
  if (sales === undefined) throw new Error('the file of the sale has no list of engines in it')
  return sales
}

const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
const TITLE = 'The opening of a sale'

export function renderOnSale(sales: readonly Sale[] | undefined): string {
  if (sales === undefined || sales.length === 0) return section(TITLE, HOW)
  const head = ['', ...sales.map(({ engine }) => ENGINES[engine])]
  const rows = FIGURES.map(([title, figure]) => [title, ...sales.map(figure)])
  return section(TITLE, ABOUT, table(head, [...rows, ...stepRows(sales)]))
}

const HOW = `This run did not include one. To add it, run both of these:

\`\`\`
npm run bench -- --on-sale --json on-sale.json
npm run bench -- --publish --on-sale-file on-sale.json
\`\`\``

const ABOUT = `More buyers than there are places open the page of an event, register, and some cancel. In the middle of the sale a server
is killed and started again.`

const FIGURES: readonly (readonly [title: string, figure: (sale: Sale) => string])[] = [
  ['Server processes', ({ processes }) => count(processes)],
  ['Buyers', ({ buyers }) => count(buyers)],
  ['Places', ({ places }) => count(places)],
  ['Sold out after', ({ soldOutMs }) => seconds(soldOutMs)],
  ['Every buyer has an answer after', ({ servedMs }) => seconds(servedMs)],
  ['Server not reachable for', ({ awayMs }) => seconds(awayMs)],
  ['CPU time per order, server', ({ cpuMsPerOrder }) => `${count(cpuMsPerOrder.server, 2)} ms`],
  [
    'CPU time per order, database',
    ({ engine, cpuMsPerOrder }) => (engine === 'sqlite' ? '–' : `${count(cpuMsPerOrder.database, 2)} ms`),
  ],
  ['Memory, highest', ({ memory }) => `${count(memory.peakMb)} MB`],
  ['Memory, at the end', ({ memory }) => `${count(memory.endMb)} MB`],
  ['Sold', ({ ledger }) => count(ledger.sold)],
  ['On the waiting list', ({ ledger }) => count(ledger.waiting)],
  ['Cancelled', ({ ledger }) => count(ledger.cancelled)],
  ['Orders lost', ({ ledger }) => count(ledger.lost)],
  ['Orders stored twice', ({ ledger }) => count(ledger.doubled)],
  ['Places sold beyond the capacity', ({ ledger }) => count(ledger.oversold)],
  ['Waiting list in order of arrival', ({ ledger }) => (ledger.outOfOrder === 0 ? 'yes' : '**no**')],
  ['Requests that buyers sent again', ({ retries }) => count(retries.broken + retries.busy)],
]

function stepRows(sales: readonly Sale[]): string[][] {
  return steps.map((name) => [
    `${name}: p50 / p99`,
    ...sales.map((sale) => `${count(sale.steps[name].p50Ms)} / ${count(sale.steps[name].p99Ms)} ms`),
  ])
}

function seconds(ms: number): string {
  return `${count(ms / 1000, 1)} s`
}
