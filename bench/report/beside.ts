import type { BesideRow, BesideSample } from '../beside-parse.ts'
import { median } from '../statistics.ts'
import { spread } from './cells.ts'

/** Of the server and of the database together; the parts in brackets. */
export function renderBeside(rows: readonly BesideRow[]): string[][] {
  return [
    ['PostgreSQL: server + database'],
    ...rows.flatMap(({ title, lanyard, parse }) => {
      const ratios = parse.map((sample, round) => besideCost(sample) / besideCost(lanyard[round] ?? sample))
      return [
        [`  ${title}`, costs(lanyard), '', '', '', rate(lanyard), '', tail(lanyard)],
        [
          '    parse-server: an object of that size',
          costs(parse),
          spread(ratios),
          '',
          '',
          rate(parse),
          '',
          tail(parse),
        ],
      ]
    }),
  ]
}

/** CPU time of the server and its database together. */
export function besideCost({ serverUs, databaseUs }: BesideSample): number {
  return serverUs + databaseUs
}

function costs(samples: readonly BesideSample[]): string {
  const of = (member: 'serverUs' | 'databaseUs') => median(samples.map((sample) => sample[member])).toFixed(0)
  return `${of('serverUs')} + ${of('databaseUs')}`
}

function rate(samples: readonly BesideSample[]): string {
  return median(samples.map(({ perSecond }) => perSecond)).toFixed(0)
}

function tail(samples: readonly BesideSample[]): string {
  return median(samples.map(({ p99Ms }) => p99Ms)).toFixed(1)
}
