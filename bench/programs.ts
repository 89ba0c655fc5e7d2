import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Program, type ProgramPlace, startProgram } from './program.ts'
import type { PeerName } from './scenario.ts'

const ORIGIN = 'http://bench.test'
/** The audience of the tokens, on whatever port a program listens. */
export const ISSUER_URL = `${ORIGIN}/issuer`

/** How the servers are run: whether writes share a commit, and what Node is told besides. */
export type ServerOptions = { single?: boolean; flags?: readonly string[]; seedFile?: string }

export function startLanyard(
  place: ProgramPlace,
  { single = false, flags = [] }: ServerOptions = {},
): Promise<Program> {
  const args = single ? [join(place.programs, 'server.js')] : [resolve('dist/main.js'), 'serve']
  return startProgram(place, (port) => ({
    flags,
    args,
    settings: { ...settingsOf(place), PORT: String(port), LANYARD_RATE: 'off' },
  }))
}

export function startCeiling(
  place: ProgramPlace,
  { single = false, flags = [], seedFile = '' }: ServerOptions = {},
): Promise<Program> {
  return startProgram(place, (port) => {
    const options = {
      port,
      file: join(place.folder, 'ceiling.sqlite'),
      url: ISSUER_URL,
      batch: single ? 1 : 512,
      seed: seedFile,
    }
    const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
    return { flags, args: [join(place.programs, 'ceiling.js'), ...args] }
  })
}

/** Runs where it is installed, with a database in its folder. */
export function startPeer(place: ProgramPlace, peer: PeerName): Promise<Program> {
  const script = resolve('bench', 'peers', `${peer}.js`)
  return startProgram(place, (port) => ({
    args: [script, String(port)],
    settings: {
      NODE_ENV: 'production',
      ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
    },
  }))
}

type Seeded = { users: number; pages?: boolean }

/** Makes Lanyard's database in `place`, and gives the file that tells who is in it. */
export function seedLanyard(place: ProgramPlace, { users, pages = false }: Seeded): string {
  mkdirSync(place.folder, { recursive: true })
  const file = join(place.folder, 'seed.json')
  const own = [`--file=${file}`, `--users=${users}`, ...(pages ? ['--pages'] : [])]
  const args = [join(place.programs, 'seed.js'), ...own]
  const env = { PATH: process.env.PATH, ...settingsOf(place) }
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: place.folder, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the database could not be filled:\n${stderr.slice(-2_000)}`)
  return file
}

/** Where Lanyard is and what it keeps. */
export function settingsOf({ folder, databaseUrl, secret }: ProgramPlace) {
  const database = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  const rootKey = secret === undefined ? {} : { LANYARD_SECRET: secret }
  return { LANYARD_URL: ORIGIN, LANYARD_DATA: folder, ...database, ...rootKey }
}
