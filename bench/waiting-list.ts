import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type PostgresServer, startPostgres } from '../test/postgres-server.ts'
import { createKey, type Scene } from './api/scene.ts'
import { createDatabase } from './million/create-database.ts'
import { postgresCpu } from './postgres-cpu.ts'
import { settingsOf, startLanyard } from './programs.ts'
import { align, spread, verdict } from './report/cells.ts'
import { describeMachine } from './report.ts'
import { median } from './statistics.ts'
import { measureCancellations } from './waiting-list/cancellations.ts'
import { measurePromotions, type Promotions } from './waiting-list/promotions.ts'

/** What a long waiting list costs those who cancel, and how long it takes to serve one, on both engines. */
const { values } = parseArgs({
  options: {
    waiting: { type: 'boolean' },
    list: { type: 'string', default: '5000' },
    promoted: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '5' },
    engine: { type: 'string', default: 'sqlite,postgres' },
    programs: { type: 'string', default: '' },
    'peers-missing': { type: 'string' },
  },
})
/** The most that a cancellation may cost beside a waiting list. */
const TARGET = 2

const folder = mkdtempSync(join(tmpdir(), 'lanyard-waiting-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
for (const engine of values.engine.split(',')) {
  const server = engine === 'postgres' ? await startPostgres() : undefined
  try {
    await measureEngine(engine, server)
  } finally {
    await server?.remove()
  }
}

async function measureEngine(engine: string, server: PostgresServer | undefined): Promise<void> {
  const databaseUrl = server === undefined ? undefined : await createDatabase(server.url, 'waiting')
  const place = { folder: join(folder, engine), programs: values.programs, databaseUrl }
  const program = await startLanyard(place)
  const databaseCpu = server === undefined ? () => 0 : postgresCpu(server.dataDir)
  const scene: Scene = {
    url: `http://127.0.0.1:${program.port}`,
    key: createKey(place.folder, settingsOf(place)),
    cpuMs: () => program.cpuMs() + databaseCpu(),
  }
  try {
    const costs = await measureCancellations(scene, {
      list: Number(values.list),
      rounds: Number(values.rounds),
    })
    const promotions = await measurePromotions(scene, Number(values.promoted))
    process.stdout.write(report(engine, costs, promotions))
  } finally {
    await program.stop()
  }
}

type Costs = Awaited<ReturnType<typeof measureCancellations>>

function report(engine: string, { alone, beside }: Costs, promotions: Promotions): string {
  const ratios = beside.map((cost, round) => cost / (alone[round] ?? Number.NaN))
  const each = `${median(beside).toFixed(1)} | ${median(alone).toFixed(1)}`
  const { seconds, answers } = promotions
  const head = [`${engine}, ${values.list} waiting | none`, 'CPU ms each', 'ratio (spread)', 'target', '']
  const row = ['  a cancellation', each, spread(ratios), ...verdict(TARGET, 'at most', median(ratios))]
  const told = Object.entries(answers).map(([status, count]) => `${count} × ${status}`)
  return `\n${align([head, row])}
${values.promoted} promoted after the capacity was raised: ${seconds.toFixed(1)} s; registrations meanwhile: ${told.join(', ')}
server${engine === 'postgres' ? ' and database' : ''}; medians of ${values.rounds} interleaved rounds; ${describeMachine()}
`
}
