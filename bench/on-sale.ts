import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isSound } from './on-sale/ledger.ts'
import { renderSale } from './on-sale/report.ts'
import { type Engine, runSale, type SaleResult } from './on-sale/sale.ts'
import { readNumber } from './options.ts'
import { describeMachine } from './report.ts'

/** An opening of ticket sales on both engines: buyers with browsers, and a server that is killed in the middle of it. */
const { values } = parseArgs({
  options: {
    'on-sale': { type: 'boolean' },
    buyers: { type: 'string', default: '50000' },
    places: { type: 'string', default: '10000' },
    'at-once': { type: 'string', default: '500' },
    engine: { type: 'string', default: 'sqlite,postgres' },
    json: { type: 'string' },
    programs: { type: 'string', default: '' },
    'peers-missing': { type: 'string' },
  },
})
/** One in ten cancels: with fewer buyers than this for each place, places are left over. */
const LEAST_BUYERS = 1.25

const folder = mkdtempSync(join(tmpdir(), 'lanyard-on-sale-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
try {
  await main()
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const places = readNumber('places', values.places, 10)
  const size = {
    places,
    buyers: readNumber('buyers', values.buyers, places * LEAST_BUYERS),
    atOnce: readNumber('at-once', values['at-once'], 1),
  }
  const machine = describeMachine()
  const sales: SaleResult[] = []
  for (const engine of values.engine.split(',').map(readEngine)) {
    const result = await runSale(engine, { ...size, folder, programs: values.programs })
    process.stdout.write(renderSale(result))
    sales.push(result)
    if (values.json !== undefined) writeFileSync(values.json, JSON.stringify({ machine, sales }, null, 2))
  }
  process.stdout.write(`\n${machine}\n`)
  if (!sales.every(({ ledger }) => isSound(ledger))) process.exitCode = 1
}

function readEngine(name: string): Engine {
  if (name === 'sqlite' || name === 'postgres') return name
  throw new Error('--engine takes sqlite, postgres or both')
}
