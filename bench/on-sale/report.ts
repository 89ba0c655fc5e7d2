import { align } from '../report/cells.ts'
import { faults, isSound } from './ledger.ts'
import type { SaleResult } from './sale.ts'
import { steps } from './tally.ts'

export function renderSale(result: SaleResult): string {
  const { engine, processes, buyers, places, atOnce } = result
  const head = `${engine}, ${plural(processes, 'process')}: ${number(buyers)} buyers for ${number(places)} places, ${number(atOnce)} at once`
  return `\n${head}\n${align([...renderTimes(result), ...renderCosts(result)])}\n\n${align(renderSteps(result))}\n\n${align(renderLedger(result))}\n`
}

function renderTimes({ buyers, servedMs, soldOutMs, awayMs, retries, ...rest }: SaleResult): string[][] {
  const perSecond = (1_000 * buyers) / servedMs
  return [
    ['  sold out after', seconds(soldOutMs)],
    ['  all buyers served after', `${seconds(servedMs)} (${perSecond.toFixed(0)} orders/s)`],
    [rest.processes === 1 ? '  the server was away' : '  the killed server was away', seconds(awayMs)],
    ['  tried again', `${number(retries.broken)} × connection broken, ${number(retries.busy)} × 503`],
  ]
}

function renderCosts({ engine, cpuMsPerOrder: cpu, memory }: SaleResult): string[][] {
  const database = engine === 'postgres' ? `, database ${cpu.database.toFixed(2)} ms` : ''
  return [
    [
      '  CPU an order',
      `server ${cpu.server.toFixed(2)} ms${database} (the load itself: ${cpu.load.toFixed(2)} ms)`,
    ],
    ['  memory of a server', `peak ${memory.peakMb.toFixed(0)} MB, at the end ${memory.endMb.toFixed(0)} MB`],
  ]
}

function renderSteps(result: SaleResult): string[][] {
  const rows = steps.map((step) => {
    const { requests, p50Ms, p99Ms, longestMs } = result.steps[step]
    const note = step === 'page again' ? `${number(result.unchanged)} × 304` : ''
    return [`  ${step}`, number(requests), p50Ms.toFixed(1), p99Ms.toFixed(1), longestMs.toFixed(0), note]
  })
  return [['  step', 'answers', 'p50 ms', 'p99 ms', 'longest wait ms', ''], ...rows]
}

function renderLedger({ ledger, places }: SaleResult): string[][] {
  const { sold, waiting, cancelled } = ledger
  const found = faults.map((name) => `${FAULTS[name]} ${number(ledger[name])}`)
  return [
    [
      '  ledger',
      `${number(sold)} of ${number(places)} sold, ${number(waiting)} waiting, ${number(cancelled)} cancelled`,
    ],
    ['', found.join(', ')],
    ['', isSound(ledger) ? 'sound: everything is as buyers were told, first come, first served' : 'BROKEN'],
  ]
}

const FAULTS: Record<(typeof faults)[number], string> = {
  lost: 'lost',
  doubled: 'doubled',
  oversold: 'oversold',
  unsold: 'unsold',
  contradicted: 'told otherwise',
  miscounted: 'miscounted',
  outOfOrder: 'pairs out of order',
}

function number(value: number): string {
  return value.toLocaleString('en')
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}

function plural(count: number, noun: string): string {
  return count === 1 ? `one ${noun}` : `${count} ${noun}es`
}
