import { align, spread, verdict } from '../report/cells.ts'
import { median } from '../statistics.ts'
import type { Measured, Samples } from './measure.ts'
import { type Asked, type Plan, titles } from './questions.ts'

const TARGET = 1.5

export function renderMillion(measured: Measured, machine: string): string {
  const { engine, few, many, samples, pages, plans } = measured
  const rows = (Object.entries(samples) as [Asked, Samples][]).map(([asked, costs]) => {
    const ratios = costs.many.map((cost, round) => cost / (costs.few[round] ?? Number.NaN))
    const title = asked === 'page' ? `${titles[asked]}: page ${pages.many}, and ${pages.few}` : titles[asked]
    const each = `${median(costs.many).toFixed(0)} | ${median(costs.few).toFixed(0)}`
    return [`  ${title}`, each, spread(ratios), ...verdict(TARGET, 'at most', median(ratios))]
  })
  const head = [
    `${engine}, ${many.toLocaleString('en')} | ${few.toLocaleString('en')}`,
    'CPU µs each',
    'ratio (spread)',
    'target',
    '',
  ]
  const note = `server${engine === 'postgres' ? ' and database' : ''}; medians of ${samples.email.few.length} interleaved rounds; ${machine}`
  return `\n${align([head, ...rows])}\n${note}\nplans among ${many.toLocaleString('en')}:\n${renderPlans(plans)}\n`
}

/** Each statement's plan, the same one once. */
function renderPlans(plans: readonly Plan[]): string {
  const told = plans.map(({ asked, lines, readsThrough }) => {
    const steps = lines.map((line) => line.replace(/\s*\(cost=.*/, '').trim())
    const scans = steps.filter((line) => /scan|search/i.test(line))
    return `  ${asked}: ${scans.map((line) => line.slice(0, 150)).join('; ')}${readsThrough ? '  READS A TABLE THROUGH' : ''}`
  })
  return [...new Set(told)].join('\n')
}
