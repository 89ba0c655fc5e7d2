import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'

export type Options = {
  rounds: number
  roundMs: number
  connections: number
  /** Plans of the scenarios to run; undefined runs all. */
  only: readonly string[] | undefined
  /** How much slower a sync is made in the second pass; 0 leaves that pass out. */
  syncMs: number
  /** Where the temporary data folders are made: on the disk that is to be measured. */
  folder: string
  json: boolean
  /** A folder for CPU profiles of the programs. */
  profile: string | undefined
  /** Where the bench's own programs are built. */
  programs: string
}

export const USAGE = `npm run bench -- [options]
  --quick          two short rounds: a first look, not a figure to quote
  --rounds N       measured rounds (6), after one that warms up
  --round-ms N     the length of one program's turn in a round (2000)
  --connections N  kept alive, one request in flight on each (64)
  --only A,B       of register, get, head and not-modified
  --sync-ms N      a second pass whose syncs to disk take N ms longer (2; 0 leaves it out)
  --folder DIR     where the databases are made: on the disk to measure (the temporary folder)
  --profile DIR    CPU profiles of the programs; the figures are then too high
  --json           every sample, as JSON
`

export function readOptions(args: string[]): Options | undefined {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      'round-ms': { type: 'string' },
      connections: { type: 'string', default: '64' },
      only: { type: 'string' },
      'sync-ms': { type: 'string', default: '2' },
      folder: { type: 'string', default: tmpdir() },
      profile: { type: 'string' },
      programs: { type: 'string', default: '' },
    },
  })
  if (values.help) return undefined
  return {
    rounds: readNumber('rounds', values.rounds ?? (values.quick ? '2' : '6'), 1),
    roundMs: readNumber('round-ms', values['round-ms'] ?? (values.quick ? '700' : '2000'), 100),
    connections: readNumber('connections', values.connections, 1),
    only: values.only?.split(','),
    syncMs: readNumber('sync-ms', values['sync-ms'], 0),
    folder: values.folder,
    json: values.json,
    profile: values.profile,
    programs: values.programs,
  }
}

function readNumber(name: string, text: string, least: number): number {
  const value = Number(text)
  if (Number.isFinite(value) && value >= least) return value
  throw new Error(`--${name} takes a number, ${least} or more`)
}
