import type { BesideRow } from './beside-parse.ts'
import type { HeldMeasured, HeldSample } from './held-polls.ts'
import { type Machine, readHardware } from './machine.ts'
import type { DiskSamples, Sample, Samples } from './pass.ts'
import { renderBeside } from './report/beside.ts'
import { align, range, spread, verdict } from './report/cells.ts'
import { type Figure, gainsOf, groupTarget, HELD_TARGET, ratios } from './report/ratios.ts'
import type { StartMeasured } from './start-up.ts'
import { median } from './statistics.ts'
import { WAKE } from './targets.ts'

/** The skipped ones say why a part was left out. */
export type Measured = {
  machine: Machine
  here: DiskSamples | undefined
  slow: DiskSamples | undefined
  held: HeldMeasured | undefined
  beside: readonly BesideRow[] | undefined
  start: StartMeasured | undefined
  skippedDisk: string | undefined
  skippedPeers: string
}

const COLUMNS = ['', 'CPU µs each', 'ratio (spread)', 'target', '', 'each/s', 'p50 ms', 'p99 ms']

/** In cells of two figures Lanyard's comes first and the ceiling's second. */
export function render(measured: Measured): string {
  const { machine, here, slow, held, beside, start, skippedDisk, skippedPeers } = measured
  const rows = [
    COLUMNS,
    ...(here === undefined ? [] : renderDisk('this disk', here)),
    ...(slow === undefined ? [] : renderDisk('slow disk', slow)),
    ...(held === undefined ? [] : renderHeld(held)),
    ...(beside === undefined ? [] : renderBeside(beside)),
    ...(start === undefined ? [] : renderStart(start)),
  ]
  const rounds = here?.samples[0]?.lanyard.length ?? 0
  const notes = [
    `Lanyard | ceiling, medians of ${rounds} interleaved rounds; ${describeMachine(machine)}`,
    'a peer has a line of its own, its ratio is to Lanyard',
    ...(skippedDisk === undefined ? [] : [`slow disk left out: ${skippedDisk}`]),
    ...(skippedPeers === '' ? [] : [`peers left out: ${skippedPeers}`]),
    ...(held?.fewer === undefined ? [] : [`fewer held polls than asked for: ${held.fewer}`]),
  ]
  return `\n${align(rows)}\n${notes.join('\n')}\n`
}

export function describeMachine({ node, arch, cores, cpu, load } = readHardware()): string {
  return `Node ${node}, ${arch}, ${cores} × ${cpu}, load ${load.toFixed(1)} before`
}

function renderDisk(name: string, { syncMs, samples }: DiskSamples): string[][] {
  return [
    [`${name}: a sync takes ${median(syncMs).toFixed(2)} ms (${range(syncMs)})`],
    ...samples.flatMap((row) => [renderScenario(row), ...renderRows(row), ...renderPeers(row)]),
    ...renderGroup({ syncMs, samples }),
  ]
}

function figure(samples: readonly Sample[], member: Figure, digits: number): string {
  return median(samples.map((sample) => sample[member])).toFixed(digits)
}

function renderScenario({ scenario, lanyard, ceiling }: Samples): string[] {
  const costs = ratios(lanyard, ceiling, 'cpuUs')
  const pair = (member: Figure, digits: number) =>
    `${figure(lanyard, member, digits)} | ${figure(ceiling, member, digits)}`
  return [
    `  ${scenario.title}`,
    pair('cpuUs', 0),
    spread(costs),
    ...verdict(scenario.target, 'at most', median(costs)),
    pair('perSecond', 0),
    pair('p50Ms', 1),
    pair('p99Ms', 1),
  ]
}

function renderRows({ scenario: { rowsEach }, lanyard, ceiling }: Samples): string[][] {
  if (rowsEach === undefined) return []
  const rows = (samples: readonly Sample[]) =>
    (median(samples.map(({ perSecond }) => perSecond)) * rowsEach).toFixed(0)
  return [['    rows a second', '', '', '', '', `${rows(lanyard)} | ${rows(ceiling)}`]]
}

function renderPeers({ lanyard, peers }: Samples): string[][] {
  return peers.map(({ beside: { peer, title }, samples }) => [
    `    ${peer}: ${title}`,
    figure(samples, 'cpuUs', 0),
    spread(ratios(samples, lanyard, 'cpuUs')),
    '',
    '',
    figure(samples, 'perSecond', 0),
    figure(samples, 'p50Ms', 1),
    figure(samples, 'p99Ms', 1),
  ])
}

function renderGroup({ syncMs, samples }: DiskSamples): string[][] {
  return (['lanyard', 'ceiling'] as const).flatMap((program) => {
    const gains = gainsOf(samples, program)
    if (gains === undefined) return []
    const target = program === 'lanyard' ? groupTarget(syncMs) : undefined
    const title = `  requests/s by group commit, ${program === 'lanyard' ? 'Lanyard' : 'ceiling'}`
    return [[title, '', spread(gains), ...verdict(target, 'at least', median(gains))]]
  })
}

function renderHeld({ polls, lanyard, ceiling }: HeldMeasured): string[][] {
  const memory = (title: string, member: 'rss' | 'heap', target?: number) => {
    const ratio = lanyard[member] / ceiling[member]
    const bytes = (sample: HeldSample) => `${(sample[member] / 1024).toFixed(1)} kB`
    return [
      `  ${title}: ${bytes(lanyard)} | ${bytes(ceiling)}`,
      '',
      `${ratio.toFixed(2)}×`,
      ...verdict(target, 'at most', ratio),
    ]
  }
  const wake = lanyard.p99Ms / ceiling.p99Ms
  const times = (member: 'p50Ms' | 'p99Ms') => `${lanyard[member].toFixed(1)} | ${ceiling[member].toFixed(1)}`
  return [
    [`${polls} held polls on one process`],
    memory('memory a poll', 'rss', HELD_TARGET),
    memory('of it heap and buffers', 'heap'),
    [
      '  from approval to answer, p99',
      '',
      `${wake.toFixed(2)}×`,
      ...verdict(WAKE, 'at most', wake),
      '',
      times('p50Ms'),
      times('p99Ms'),
    ],
  ]
}

function renderStart({ serveMs, npmMs, rssBytes }: StartMeasured): string[][] {
  const time = (ms: readonly number[]) =>
    `${median(ms).toFixed(0)} ms (${Math.min(...ms).toFixed(0)}–${Math.max(...ms).toFixed(0)})`
  return [
    ['start on a data folder that exists, until /readyz answers 200'],
    [`  ./lanyard serve: ${time(serveMs)}`],
    [`  npm start: ${time(npmMs)}`],
    [`  resident memory ten seconds later: ${(rssBytes / 2 ** 20).toFixed(0)} MB`],
  ]
}
