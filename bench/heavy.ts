import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type PostgresServer, startPostgres } from '../test/postgres-server.ts'
import { asker, besideHealth } from './heavy/ask.ts'
import { questionsOf, type Seeded } from './heavy/questions.ts'
import { createDatabase } from './million/create-database.ts'
import { postgresCpu } from './postgres-cpu.ts'
import type { Program, ProgramPlace } from './program.ts'
import { settingsOf, startLanyard } from './programs.ts'
import { align } from './report/cells.ts'
import { describeMachine } from './report.ts'
import { median } from './statistics.ts'

/** `healthz` beside heavy reads and deletions, among few registrations and among many, on both engines. */
const { values } = parseArgs({
  options: {
    heavy: { type: 'boolean' },
    rows: { type: 'string', default: '200000' },
    few: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '10' },
    engine: { type: 'string', default: 'sqlite,postgres' },
    folder: { type: 'string', default: tmpdir() },
    programs: { type: 'string', default: '' },
    'peers-missing': { type: 'string' },
  },
})

type Side = { program: Program; seed: Seeded; cpuMs(): number }
/** Medians of the rounds; of `/healthz` the longest answer in any of them. */
type Cost = { title: string; cpuMs: number; ms: number; worstMs: number }

mkdirSync(values.folder, { recursive: true })
const folder = mkdtempSync(join(values.folder, 'lanyard-heavy-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
for (const engine of values.engine.split(',')) await measureEngine(engine)

async function measureEngine(engine: string): Promise<void> {
  const server = engine === 'postgres' ? await startPostgres() : undefined
  try {
    const costs: Cost[][] = []
    for (const rows of [Number(values.few), Number(values.rows)]) {
      const side = await makeSide(engine, rows, server)
      try {
        costs.push(await measureSide(side))
      } finally {
        await side.program.stop()
      }
    }
    process.stdout.write(render(engine, costs[0] ?? [], costs[1] ?? []))
  } finally {
    await server?.remove()
  }
}

async function makeSide(engine: string, rows: number, server: PostgresServer | undefined): Promise<Side> {
  const databaseUrl = server === undefined ? undefined : await createDatabase(server.url, `rows_${rows}`)
  const place: ProgramPlace = {
    folder: join(folder, `${engine}-${rows}`),
    programs: values.programs,
    databaseUrl,
  }
  mkdirSync(place.folder)
  const env = { PATH: process.env.PATH, ...settingsOf(place) }
  const args = [join(values.programs, 'fill.js'), `--rows=${rows}`, '--sessions']
  const filled = spawnSync(process.execPath, args, { cwd: place.folder, env, encoding: 'utf8' })
  if (filled.status !== 0)
    throw new Error(`the database could not be filled:\n${filled.stderr.slice(-2_000)}`)
  process.stderr.write(`bench: ${engine}: ${rows} registrations made\n`)
  const program = await startLanyard(place)
  const seed = JSON.parse(readFileSync(join(place.folder, 'seed.json'), 'utf8')) as Seeded
  const databaseCpu = server === undefined ? () => 0 : postgresCpu(server.dataDir)
  return { program, seed, cpuMs: () => program.cpuMs() + databaseCpu() }
}

async function measureSide(side: Side): Promise<Cost[]> {
  const { program, seed } = side
  const get = asker(program, seed)
  const costs: Cost[] = []
  const { syncToken } = await get(`/registration/api/v1/events/${seed.eventId}/registrations?pageSize=1`)
  for (const { title, path, accept } of questionsOf(seed)) {
    const once = () => get(path(syncToken), accept === undefined ? {} : { accept })
    // A whole list takes long enough to be measured once, and needs no warming up.
    const rounds = accept === undefined ? Number(values.rounds) : 0
    if (rounds > 0) await once()
    const before = side.cpuMs()
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) times.push((await once()).ms)
    const roundsMs = side.cpuMs() - before
    const { result, worstMs } = await besideHealth(
      { port: program.port, programs: values.programs },
      async () => {
        for (let round = 1; round < rounds; round += 1) await once()
        return once()
      },
    )
    if (rounds === 0) times.push(result.ms)
    const cpuMs = rounds === 0 ? side.cpuMs() - before : roundsMs / rounds
    costs.push({ title, cpuMs, ms: median(times), worstMs })
  }
  for (const [title, id] of [
    ['delete a session that nobody is in', seed.emptySessionId],
    ['delete the session that everybody is in', seed.sessionId],
  ] as const)
    costs.push(await measureDeletion(side, { title, id }))
  return costs
}

/** Until nobody names the session any more. */
async function measureDeletion(side: Side, { title, id }: { title: string; id: string }): Promise<Cost> {
  const { program, seed } = side
  const before = side.cpuMs()
  const get = asker(program, seed)
  const { result, worstMs } = await besideHealth(
    { port: program.port, programs: values.programs },
    async () => {
      const deleted = await get(`/eventdata/sessions/${id}?force=true`, { method: 'DELETE' })
      while ((await get(`/eventdata/attendees/${seed.lastAttendeeId}`)).text.includes(id)) await sleep(200)
      return deleted
    },
  )
  return { title, cpuMs: side.cpuMs() - before, ms: result.ms, worstMs }
}

function render(engine: string, few: readonly Cost[], many: readonly Cost[]): string {
  const rows = many.map((cost, at) => {
    const small = few[at] ?? cost
    const cells = [small.cpuMs, cost.cpuMs, small.ms, cost.ms, small.worstMs, cost.worstMs]
    return [`  ${cost.title}`, ...cells.map((cell) => cell.toFixed(1))]
  })
  const [a, b] = [Number(values.few).toLocaleString('en'), Number(values.rows).toLocaleString('en')]
  const head = [engine, `CPU ms ${a}`, b, `answer ms ${a}`, b, `/healthz ms ${a}`, b]
  const note = `server${engine === 'postgres' ? ' and database' : ''}; /healthz: the longest answer beside it; ${describeMachine()}`
  return `\n${align([head, ...rows])}\n${note}\n`
}
