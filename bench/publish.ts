import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Options } from './options.ts'
import { renderChart } from './publish/chart.ts'
import { readSales } from './publish/on-sale.ts'
import { renderPage } from './publish/page.ts'
import type { Measured } from './report.ts'

export type Run = Measured & { options: Options }

/** Writes the page of figures and its chart, and gives the names of both files. */
export function publish(run: Run, onSaleFile: string | undefined): string[] {
  const sales = onSaleFile === undefined ? undefined : readSales(readFileSync(onSaleFile, 'utf8'))
  const files = {
    'docs/speed.md': renderPage(run, sales),
    'docs/speed.svg': renderChart(run),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(resolve(name), text)
  return Object.keys(files)
}

/** The JSON has no functions of the scenarios in it: a report calls none. npm may have written lines before it. */
export function readRun(file: string): Run {
  const text = readFileSync(file, 'utf8')
  const start = text.search(/^\{/m)
  const run = (start === -1 ? {} : JSON.parse(text.slice(start))) as Partial<Run>
  if (run.machine?.lanyard === undefined || run.options === undefined)
    throw new Error(`${file} has no JSON of \`npm run -s bench -- --json\` in it`)
  return run as Run
}
