import { cpus, loadavg } from 'node:os'
import type { DiskSamples, Sample, Samples } from './pass.ts'
import { median } from './statistics.ts'

/** `skipped` says why the slow disk was left out. */
export type Measured = {
  machine: string
  here: DiskSamples
  slow: DiskSamples | undefined
  skipped: string | undefined
}

const GROUP_TARGET = 5

const COLUMNS = ['', 'CPU µs a request', 'ratio (spread)', 'target', '', 'requests/s', 'p50 ms', 'p99 ms']

/** In cells of two figures Lanyard's comes first and the ceiling's second. */
export function render({ machine, here, slow, skipped }: Measured): string {
  const rows = [
    COLUMNS,
    ...renderDisk('this disk', here),
    ...(slow === undefined ? [] : renderDisk('slow disk', slow)),
  ]
  const notes = [
    `Lanyard | ceiling, medians of ${here.samples[0]?.lanyard.length ?? 0} interleaved rounds; ${machine}`,
    ...(skipped === undefined ? [] : [`slow disk left out: ${skipped}`]),
  ]
  return `\n${align(rows)}\n${notes.join('\n')}\n`
}

export function describeMachine(): string {
  const [load = 0] = loadavg()
  return `Node ${process.versions.node}, ${process.arch}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, load ${load.toFixed(1)} before`
}

function renderDisk(name: string, { syncMs, samples }: DiskSamples): string[][] {
  return [
    [`${name}: a sync takes ${median(syncMs).toFixed(2)} ms (${range(syncMs)})`],
    ...samples.map(renderScenario),
    ...renderGroup(samples),
  ]
}

function renderScenario({ scenario, lanyard, ceiling }: Samples): string[] {
  const ratios = lanyard.map((sample, round) => sample.cpuUs / (ceiling[round]?.cpuUs ?? Number.NaN))
  const pair = (member: Exclude<keyof Sample, 'members'>, digits: number) =>
    [lanyard, ceiling]
      .map((samples) => median(samples.map((sample) => sample[member])).toFixed(digits))
      .join(' | ')
  return [
    `  ${scenario.title}`,
    pair('cpuUs', 0),
    spread(ratios),
    ...verdict(scenario.target, 'at most', median(ratios)),
    pair('perSecond', 0),
    pair('p50Ms', 1),
    pair('p99Ms', 1),
  ]
}

/** How many times as many registrations are answered when writes share a commit, of each program. */
function renderGroup(samples: readonly Samples[]): string[][] {
  const grouped = samples.find(
    ({ scenario }) => scenario.plan === 'register' && scenario.commits === 'grouped',
  )
  const single = samples.find(({ scenario }) => scenario.commits === 'single')
  if (grouped === undefined || single === undefined) return []
  return (['lanyard', 'ceiling'] as const).map((program) => {
    const gains = grouped[program].map(
      (sample, round) => sample.perSecond / (single[program][round]?.perSecond ?? Number.NaN),
    )
    const target = program === 'lanyard' ? GROUP_TARGET : undefined
    const title = `  requests/s by group commit, ${program === 'lanyard' ? 'Lanyard' : 'ceiling'}`
    return [title, '', spread(gains), ...verdict(target, 'at least', median(gains))]
  })
}

function verdict(target: number | undefined, bound: 'at most' | 'at least', value: number): [string, string] {
  if (target === undefined) return ['', '']
  const met = bound === 'at most' ? value <= target : value >= target
  return [`${bound === 'at most' ? '≤' : '≥'} ${target.toFixed(1)}`, met ? 'met' : 'MISSED']
}

function spread(values: readonly number[]): string {
  return `${median(values).toFixed(2)}× (${range(values)})`
}

function range(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`
}

function align(rows: readonly string[][]): string {
  const widths = COLUMNS.map((_, column) =>
    Math.max(...rows.map((row) => (row.length === 1 ? 0 : (row[column]?.length ?? 0)))),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
