import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'

export type Options = {
  rounds: number
  /** Rounds before them that are not measured: a server's code is compiled while it runs. */
  warmUps: number
  roundMs: number
  connections: number
  /** Names of the scenarios to run; undefined runs all. */
  only: readonly string[] | undefined
  /** How many polls are held at once. */
  heldPolls: number
  /** How much slower a sync is made in the second pass; 0 leaves that pass out. */
  syncMs: number
  /** Where the temporary data folders are made: on the disk that is to be measured. */
  folder: string
  json: boolean
  /** A folder for CPU profiles of the programs. */
  profile: string | undefined
  /** Where the bench's own programs are built. */
  programs: string
  /** Why the servers of others do not run; empty where they do. */
  noPeers: string
  /** Whether the page of figures and its chart are written. */
  publish: boolean
  /** The JSON of an earlier run, which is told instead of measuring. */
  from: string | undefined
  /** The JSON of the opening of a sale, for the page of figures. */
  onSaleFile: string | undefined
}

/** The name that `--only` has for the held polls. */
export const HELD = 'held'
/** The name that it has for the events on PostgreSQL, beside parse-server. */
export const POSTGRES = 'postgres'
/** The name that it has for start time and memory. */
export const START = 'start'

export function usage(names: readonly string[]): string {
  return `npm run bench -- [options]
  --quick          two short rounds: a first look, not a figure to quote
  --rounds N       measured rounds (6; 5 with --publish)
  --warm-ups N     rounds before them that are not measured (5)
  --round-ms N     the length of one program's turn in a round (2000)
  --connections N  kept alive, one request in flight on each (64)
  --only A,B       of ${[...names, HELD, POSTGRES, START].join(', ')}
  --held-polls N   polls that are held at once (20000; 2000 with --quick)
  --sync-ms N      a second pass whose syncs to disk take N ms longer (2; 0 leaves it out)
  --folder DIR     where the databases are made: on the disk to measure (the temporary folder)
  --profile DIR    CPU profiles of the programs; the figures are then too high
  --no-peers       leaves the servers of others out
  --json           every sample, as JSON
  --publish        writes docs/speed.md and docs/speed.svg after the run
  --from FILE      the JSON of an earlier run instead of a new one: \`npm run -s bench -- --json > FILE\`
  --on-sale-file FILE   for --publish: what \`npm run bench -- --on-sale --json FILE\` wrote
  --million        instead: the events among a million registrations and among ten thousand, on both engines;
                   --rows N, --few N, --engine sqlite,postgres, --rounds N, --round-ms N, --folder DIR
  --on-sale        instead: an opening of ticket sales in which a server is killed once, on both engines;
                   --buyers N (50000), --places N (10000), --at-once N (500), --engine sqlite,postgres, --json FILE
`
}

const ARGUMENTS = {
  help: { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  rounds: { type: 'string' },
  'warm-ups': { type: 'string' },
  'round-ms': { type: 'string' },
  connections: { type: 'string', default: '64' },
  only: { type: 'string' },
  'held-polls': { type: 'string' },
  'sync-ms': { type: 'string', default: '2' },
  folder: { type: 'string', default: tmpdir() },
  profile: { type: 'string' },
  programs: { type: 'string', default: '' },
  'no-peers': { type: 'boolean', default: false },
  'peers-missing': { type: 'string', default: '' },
  publish: { type: 'boolean', default: false },
  from: { type: 'string' },
  'on-sale-file': { type: 'string' },
} as const

export function readOptions(args: string[]): Options | undefined {
  const { values } = parseArgs({ args, options: ARGUMENTS })
  if (values.help) return undefined
  const usually = (full: string, quick: string) => (values.quick ? quick : full)
  return {
    rounds: readNumber('rounds', values.rounds ?? usually(values.publish ? '5' : '6', '2'), 1),
    warmUps: readNumber('warm-ups', values['warm-ups'] ?? usually('5', '1'), 1),
    roundMs: readNumber('round-ms', values['round-ms'] ?? usually('2000', '700'), 100),
    connections: readNumber('connections', values.connections, 1),
    only: values.only?.split(','),
    heldPolls: readNumber('held-polls', values['held-polls'] ?? usually('20000', '2000'), 100),
    syncMs: readNumber('sync-ms', values['sync-ms'], 0),
    folder: values.folder,
    json: values.json,
    profile: values.profile,
    programs: values.programs,
    noPeers: values['no-peers'] ? '--no-peers was given' : values['peers-missing'],
    publish: values.publish,
    from: values.from,
    onSaleFile: values['on-sale-file'],
  }
}

/** Of each program at each row. */
export function turnsOf({ warmUps, rounds }: Options): number {
  return warmUps + rounds
}

export function readNumber(name: string, text: string, least: number): number {
  const value = Number(text)
  if (Number.isFinite(value) && value >= least) return value
  throw new Error(`--${name} takes a number, ${least} or more`)
}
