import { count, section, table } from './markdown.ts'

/** The opening of a sale on one engine, as `npm run bench -- --on-sale --json FILE` writes it. It may hold more. */
export type OnSale = {
  engine: 'sqlite' | 'postgres'
  processes: number
  buyers: number
  places: number
  sellOutSeconds: number
  allServedSeconds: number
  awaySeconds: number
  steps: readonly { name: string; p50Ms: number; p99Ms: number }[]
  cpuPerOrderMs: { server: number; database: number }
  memoryMb: { peak: number; end: number }
  ledger: {
    sold: number
    waiting: number
    cancelled: number
    lost: number
    doubled: number
    oversold: number
    orderKept: boolean
  }
  retries: number
}

const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
const TITLE = 'The opening of a sale'

export function renderOnSale(sales: readonly OnSale[] | undefined): string {
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

const FIGURES: readonly (readonly [title: string, figure: (sale: OnSale) => string])[] = [
  ['Server processes', ({ processes }) => count(processes)],
  ['Buyers', ({ buyers }) => count(buyers)],
  ['Places', ({ places }) => count(places)],
  ['Sold out after', ({ sellOutSeconds }) => `${count(sellOutSeconds, 1)} s`],
  ['Every buyer has an answer after', ({ allServedSeconds }) => `${count(allServedSeconds, 1)} s`],
  ['Server not reachable for', ({ awaySeconds }) => `${count(awaySeconds, 1)} s`],
  ['CPU time per order, server', ({ cpuPerOrderMs }) => `${count(cpuPerOrderMs.server, 2)} ms`],
  [
    'CPU time per order, database',
    ({ engine, cpuPerOrderMs }) => (engine === 'sqlite' ? '–' : `${count(cpuPerOrderMs.database, 2)} ms`),
  ],
  ['Memory, highest', ({ memoryMb }) => `${count(memoryMb.peak)} MB`],
  ['Memory, at the end', ({ memoryMb }) => `${count(memoryMb.end)} MB`],
  ['Sold', ({ ledger }) => count(ledger.sold)],
  ['On the waiting list', ({ ledger }) => count(ledger.waiting)],
  ['Cancelled', ({ ledger }) => count(ledger.cancelled)],
  ['Orders lost', ({ ledger }) => count(ledger.lost)],
  ['Orders stored twice', ({ ledger }) => count(ledger.doubled)],
  ['Places sold beyond the capacity', ({ ledger }) => count(ledger.oversold)],
  ['Waiting list in order of arrival', ({ ledger }) => (ledger.orderKept ? 'yes' : '**no**')],
  ['Requests that buyers sent again', ({ retries }) => count(retries)],
]

/** The engines may have taken different steps: a step that one did not take is a dash there. */
function stepRows(sales: readonly OnSale[]): string[][] {
  const names = [...new Set(sales.flatMap(({ steps }) => steps.map(({ name }) => name)))]
  return names.map((name) => [
    `${name}: p50 / p99`,
    ...sales.map(({ steps }) => {
      const step = steps.find((taken) => taken.name === name)
      return step === undefined ? '–' : `${count(step.p50Ms)} / ${count(step.p99Ms)} ms`
    }),
  ])
}
