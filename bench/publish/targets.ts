import { verdict } from '../report/cells.ts'
import { gainsOf, groupTarget, HELD_TARGET, ratios } from '../report/ratios.ts'
import { median } from '../statistics.ts'
import { WAKE } from '../targets.ts'
import type { Disk, PublishedRun } from './run.ts'
import { titleOf } from './titles.ts'

/** What is held against a target: the median of its values. */
export type Judged = {
  readonly title: string
  readonly values: readonly number[]
  readonly bound: 'at most' | 'at least'
  readonly target: number | undefined
}

/** The target and the outcome, for two cells of a table. */
export function judge({ target, bound, values }: Judged): [target: string, outcome: string] {
  if (target === undefined) return ['–', '']
  return [`${bound} ${target}×`, isMet({ target, bound, values }) ? 'met' : '**missed**']
}

function isMet({ target, bound, values }: Omit<Judged, 'title'>): boolean {
  return verdict(target, bound, median(values))[1] === 'met'
}

export function judgeRows({ samples }: Disk): Judged[] {
  return samples.map(({ scenario, lanyard, ceiling }) => ({
    title: titleOf(scenario),
    values: ratios(lanyard, ceiling, 'cpuUs'),
    bound: 'at most',
    target: scenario.target,
  }))
}

/** How many times as many keys Lanyard registers when writes share a commit. */
export function judgeGroup({ samples, syncMs }: Disk): Judged | undefined {
  const values = gainsOf(samples, 'lanyard')
  return values && { title: 'Shared commits', values, bound: 'at least', target: groupTarget(syncMs) }
}

type Held = NonNullable<PublishedRun['held']>

export function judgeHeld({ lanyard, ceiling }: Held): Judged {
  const values = [lanyard.rss / ceiling.rss]
  return { title: 'Memory per held poll', values, bound: 'at most', target: HELD_TARGET }
}

export function judgeWake({ lanyard, ceiling }: Held): Judged {
  const values = [lanyard.p99Ms / ceiling.p99Ms]
  return { title: 'From approval to answer, p99', values, bound: 'at most', target: WAKE }
}

/** How many targets are met, and a list of those that are not. */
export function summarise({ here, slow, held }: PublishedRun): string {
  const onDisk = (disk: Disk | undefined, where: string) =>
    disk === undefined
      ? []
      : [...judgeRows(disk), judgeGroup(disk) ?? []].flat().map((row) => ({
          ...row,
          title: `${row.title}${where}`,
        }))
  const all = [
    ...onDisk(here, ''),
    ...onDisk(slow, ', slow disk'),
    ...(held ? [judgeHeld(held), judgeWake(held)] : []),
  ]
  const judged = all.filter(({ target }) => target !== undefined)
  const missed = judged.filter((row) => !isMet(row))
  const met = `${judged.length - missed.length} of ${judged.length} targets are met.`
  if (missed.length === 0) return met
  const named = missed.map(({ title, values, bound, target }) => {
    return `- ${title} (${median(values).toFixed(2)}×, target ${bound} ${target}×)`
  })
  return `${met} Missed:\n\n${named.join('\n')}`
}
