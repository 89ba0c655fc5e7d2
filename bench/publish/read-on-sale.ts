import type { OnSale } from './on-sale.ts'

/** The same with times in milliseconds, steps by their names, and the causes of retries apart. */
type TimedSale = Pick<OnSale, 'engine' | 'processes' | 'buyers' | 'places'> & {
  soldOutMs: number
  servedMs: number
  awayMs: number
  steps: Readonly<Record<string, { p50Ms: number; p99Ms: number }>>
  cpuMsPerOrder: OnSale['cpuPerOrderMs']
  memory: { peakMb: number; endMb: number }
  ledger: Omit<OnSale['ledger'], 'orderKept'> & { outOfOrder: number }
  retries: Readonly<Record<string, number>>
}

type SaleFile = readonly (OnSale | TimedSale)[] | { sales: readonly (OnSale | TimedSale)[] }

/** Reads what `npm run bench -- --on-sale --json FILE` wrote: a list of engines, alone or as `sales`. */
export function readOnSale(text: string): OnSale[] {
  const file = JSON.parse(text) as SaleFile
  const sales = 'sales' in file ? file.sales : file
  if (!Array.isArray(sales)) throw new Error('the file of the sale has no list of engines in it')
  return sales.map((sale: OnSale | TimedSale) => ('soldOutMs' in sale ? inSeconds(sale) : sale))
}

function inSeconds({ soldOutMs, servedMs, awayMs, memory, ledger, ...sale }: TimedSale): OnSale {
  const { engine, processes, buyers, places, steps, cpuMsPerOrder, retries } = sale
  return {
    ...{ engine, processes, buyers, places },
    sellOutSeconds: soldOutMs / 1000,
    allServedSeconds: servedMs / 1000,
    awaySeconds: awayMs / 1000,
    steps: Object.entries(steps).map(([name, times]) => ({ name, ...times })),
    cpuPerOrderMs: cpuMsPerOrder,
    memoryMb: { peak: memory.peakMb, end: memory.endMb },
    ledger: { ...ledger, orderKept: ledger.outOfOrder === 0 },
    retries: Object.values(retries).reduce((sum, count) => sum + count, 0),
  }
}
