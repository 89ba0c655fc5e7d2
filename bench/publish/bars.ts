import { median } from '../statistics.ts'
import type { PublishedRun } from './run.ts'
import { besideTitles, chartRows, titles } from './titles.ts'

/** Microseconds; a second part is what the database adds. */
export type Bar = { label: string; kind: 'lanyard' | 'ceiling' | 'peer'; parts: readonly number[] }
export type Group = { title: string; bars: readonly Bar[] }

type ChartRow = (typeof chartRows)[number]

/** The rows of the chart, those that were measured. */
export function listGroups(run: PublishedRun): Group[] {
  return chartRows.flatMap((name) => groupOf(run, name) ?? groupBeside(run, name) ?? [])
}

function groupOf({ here }: PublishedRun, name: ChartRow): Group | undefined {
  const row = here?.samples.find(({ scenario }) => scenario.name === name)
  const known = titles[name]
  if (row === undefined || known === undefined) return undefined
  const cost = (samples: readonly { cpuUs: number }[]) => [median(samples.map(({ cpuUs }) => cpuUs))]
  const peers = row.peers.map(
    ({ beside, samples }): Bar => ({
      label: labelOf(beside.peer, known.peer),
      kind: 'peer',
      parts: cost(samples),
    }),
  )
  return {
    title: known.title,
    bars: [
      { label: 'Lanyard', kind: 'lanyard', parts: cost(row.lanyard) },
      { label: 'ceiling', kind: 'ceiling', parts: cost(row.ceiling) },
      ...peers,
    ],
  }
}

function groupBeside({ beside }: PublishedRun, name: ChartRow): Group | undefined {
  const row = beside?.find((known) => known.name === name)
  if (row === undefined) return undefined
  const { title, peer } = besideTitles[row.name]
  const cost = (samples: typeof row.lanyard) => [
    median(samples.map(({ serverUs }) => serverUs)),
    median(samples.map(({ databaseUs }) => databaseUs)),
  ]
  return {
    title,
    bars: [
      { label: 'Lanyard', kind: 'lanyard', parts: cost(row.lanyard) },
      { label: labelOf('parse-server', peer), kind: 'peer', parts: cost(row.parse) },
    ],
  }
}

function labelOf(peer: string, work: string | undefined): string {
  return work === undefined ? peer : `${peer}, ${work}`
}
