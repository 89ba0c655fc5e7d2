import type { BesideRow, BesideSample } from '../beside-parse.ts'
import type { Sample } from '../pass.ts'
import { besideCost } from '../report/beside.ts'
import { spread } from '../report/cells.ts'
import { gainsOf, ratios } from '../report/ratios.ts'
import { median } from '../statistics.ts'
import { count, section, table } from './markdown.ts'
import type { Disk, PublishedRun, Row } from './run.ts'
import { judge, judgeGroup, judgeRows, summarise } from './targets.ts'
import { besideTitles, titleOf } from './titles.ts'

const CEILING = `The ceiling is a minimal program that we wrote for comparison: it does the same work as durably as Lanyard
(node:http, one SQLite connection, shared commits, the same signatures and codes) and nothing else. The ratio shows what
the rest of a product costs.`

const CEILING_HEAD = ['', 'request', 'Lanyard µs', 'ceiling µs', 'ratio (spread)', 'target', '']
const PEER_HEAD = ['', 'Lanyard µs', 'other server', 'what it does', 'its µs', 'ratio to Lanyard (spread)']

export function renderComparison(run: PublishedRun): string {
  const { here, beside = [], skippedPeers } = run
  const peers = [...(here?.samples ?? []).flatMap(peerRows), ...beside.map(besideRow)]
  return [
    section('Next to the ceiling', CEILING, summarise(run), here === undefined ? '' : renderDisk(here)),
    ...renderSlow(run),
    section(
      'Next to other servers',
      'A ratio above 1 means that the other server needs more CPU time than Lanyard. On PostgreSQL a figure is server + database.',
      skippedPeers ? `Left out: ${skippedPeers}.` : '',
      peers.length === 0 ? '' : table(PEER_HEAD, peers, [2, 3]),
    ),
  ].join('\n\n')
}

/** Nothing where no row was wanted that writes. */
function renderSlow({ slow, skippedDisk, options }: PublishedRun): string[] {
  const title = 'On a slow disk'
  if (skippedDisk) return [section(title, `Left out: ${skippedDisk}.`)]
  if (!slow) return []
  const about = `The same with a disk that we made slower by ${options.syncMs} ms for each sync, as common disks are.`
  return [section(title, about, renderDisk(slow))]
}

function renderDisk(disk: Disk): string {
  const judged = judgeRows(disk)
  const rows = disk.samples.flatMap(({ scenario, lanyard, ceiling }, index) => {
    const row = judged[index]
    if (row === undefined) return []
    return [
      [
        row.title,
        `\`${scenario.title}\``,
        micros(lanyard),
        micros(ceiling),
        spread(row.values),
        ...judge(row),
      ],
    ]
  })
  const sync = `One sync to this disk takes ${median(disk.syncMs).toFixed(2)} ms.`
  return [table(CEILING_HEAD, rows, [1, 5, 6]), sync, renderGroup(disk)].filter(Boolean).join('\n\n')
}

function renderGroup(disk: Disk): string {
  const row = judgeGroup(disk)
  const ceiling = gainsOf(disk.samples, 'ceiling')
  if (row === undefined || ceiling === undefined) return ''
  const [target, outcome] = judge(row)
  const verdict =
    row.target === undefined ? 'no target, because a sync costs little here' : `target: ${target}, ${outcome}`
  return `Writes that arrive together share a commit. Lanyard registers ${spread(row.values)} as many keys per second this way as
with one commit per key (${verdict}); the ceiling registers ${spread(ceiling)} as many.`
}

function micros(samples: readonly Sample[]): string {
  return count(median(samples.map(({ cpuUs }) => cpuUs)))
}

function peerRows({ scenario, lanyard, peers }: Row): string[][] {
  return peers.map(({ beside: { peer, title }, samples }) => [
    titleOf(scenario),
    micros(lanyard),
    peer,
    title,
    micros(samples),
    spread(ratios(samples, lanyard, 'cpuUs')),
  ])
}

function besideRow({ name, lanyard, parse }: BesideRow): string[] {
  const both = (samples: readonly BesideSample[]) =>
    `${count(median(samples.map(({ serverUs }) => serverUs)))} + ${count(median(samples.map(({ databaseUs }) => databaseUs)))}`
  const costs = parse.map((sample, round) => besideCost(sample) / besideCost(lanyard[round] ?? sample))
  const what = 'an object of the same size'
  return [besideTitles[name].title, both(lanyard), 'parse-server', what, both(parse), spread(costs)]
}
