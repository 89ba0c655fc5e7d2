import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type PostgresServer, startPostgres } from '../test/postgres-server.ts'
import { createDatabase } from './million/create-database.ts'
import { type Measured, measureQuestions, type Side } from './million/measure.ts'
import type { Plan } from './million/questions.ts'
import { renderMillion } from './million/report.ts'
import { postgresCpu } from './postgres-cpu.ts'
import type { ProgramPlace } from './program.ts'
import { settingsOf, startLanyard } from './programs.ts'
import { describeMachine } from './report.ts'
import type { SeedEvent } from './seed-file.ts'

/** The same questions among many registrations and among few, on both engines. */
const { values } = parseArgs({
  options: {
    million: { type: 'boolean' },
    rows: { type: 'string', default: '1000000' },
    few: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    'round-ms': { type: 'string', default: '1500' },
    engine: { type: 'string', default: 'sqlite,postgres' },
    folder: { type: 'string', default: tmpdir() },
    programs: { type: 'string', default: '' },
    'peers-missing': { type: 'string' },
  },
})
const SETTINGS = {
  autovacuum: 'off',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
}

mkdirSync(values.folder, { recursive: true })
const folder = mkdtempSync(join(values.folder, 'lanyard-million-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const machine = describeMachine()
for (const engine of values.engine.split(',')) {
  const measured = await measureEngine(engine === 'postgres' ? 'postgres' : 'sqlite')
  process.stdout.write(renderMillion(measured, machine))
  if (measured.plans.some(({ readsThrough }) => readsThrough)) process.exitCode = 1
}

async function measureEngine(engine: Measured['engine']): Promise<Measured> {
  const server = engine === 'postgres' ? await startPostgres({ settings: SETTINGS }) : undefined
  const sides: Side[] = []
  try {
    for (const rows of [Number(values.few), Number(values.rows)])
      sides.push(await makeSide(engine, rows, server))
    const [few, many] = sides
    if (few === undefined || many === undefined) throw new Error('there are two sides')
    const limits = { rounds: Number(values.rounds), limitMs: Number(values['round-ms']) }
    const measured = await measureQuestions({ few, many }, limits)
    return { engine, few: few.rows, many: many.rows, ...measured, plans: explain(many) }
  } finally {
    await Promise.all(sides.map(({ program }) => program.stop()))
    await server?.remove()
  }
}

async function makeSide(
  engine: Measured['engine'],
  rows: number,
  server: PostgresServer | undefined,
): Promise<Side> {
  const databaseUrl = server === undefined ? undefined : await createDatabase(server.url, `rows_${rows}`)
  const place: ProgramPlace = {
    folder: join(folder, `${engine}-${rows}`),
    programs: values.programs,
    databaseUrl,
  }
  mkdirSync(place.folder)
  const startedAt = performance.now()
  runIn(place, [join(values.programs, 'fill.js'), `--rows=${rows}`])
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  tell(`${engine}: ${rows} registrations made in ${seconds} s`)
  tell(
    `${engine}: ${runIn(place, [resolve('dist/main.js'), 'check'])
      .trim()
      .split('\n')
      .at(-1)}`,
  )
  const program = await startLanyard(place)
  const seed = JSON.parse(readFileSync(join(place.folder, 'seed.json'), 'utf8')) as SeedEvent
  const databaseCpu = server === undefined ? () => 0 : postgresCpu(server.dataDir)
  return { place, rows, program, seed, cursor: '', cpuMs: () => program.cpuMs() + databaseCpu() }
}

function explain({ place, cursor }: Side): Plan[] {
  return JSON.parse(runIn(place, [join(values.programs, 'plans.js'), `--cursor=${cursor}`])) as Plan[]
}

function runIn(place: ProgramPlace, args: readonly string[]): string {
  const env = { PATH: process.env.PATH, ...settingsOf(place) }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: place.folder,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status === 0) return stdout
  throw new Error(`${args[0]} ended with ${status}:\n${stdout.slice(-2_000)}${stderr.slice(-2_000)}`)
}

function tell(text: string): void {
  process.stderr.write(`bench: ${text}\n`)
}
