import { spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '../../src/app/context/migrations.ts'
import { migrate } from '../../src/kernel/database/maintenance/migrate.ts'
import { startServer } from '../child.ts'
import { createPlace, type Place } from '../engines.ts'
import { temporaryPlace } from '../place.ts'
import { useProgram } from '../programs.ts'
import { keepScore } from '../score.ts'
import { createDice, isLong } from '../seed.ts'
import { describeSchema } from './schema.ts'

/** `npm test` takes every 45th step, beginning at one that the seed names. */
const STRIDE = isLong ? 1 : 45

describe.each(['sqlite', 'postgres'] as const)('migrations that are killed on %s', (engine) => {
  const program = useProgram('test/processes/dying-migration.ts')
  const score = keepScore(() => `migrations that are killed on ${engine}`)

  const dice = createDice(`migrations on ${engine}`)

  function run(place: Place, args: readonly string[]) {
    return spawnSync(process.execPath, [program(), ...args], {
      encoding: 'utf8',
      env: {
        LANYARD_DATA: place.dataFolder,
        ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
      },
    })
  }

  /** What happens in the migration of an empty database: statements, then the end of the work, then the commit. */
  let steps: string[] = []
  let wholes: string[] = []
  beforeAll(async () => {
    const place = await createPlace(engine)
    const { stdout, stderr } = run(place, [])
    await place.remove()
    if (stdout === '') throw new Error(`the program failed: ${stderr}`)
    steps = JSON.parse(stdout) as string[]
    wholes = await describeEachMigration(engine)
  })

  /** Kills a migration of a fresh database; gives what it left and what the next start makes of it. */
  async function killAfter(step: number, ...args: string[]): Promise<{ left: string; mended: string }> {
    const place = await createPlace(engine)
    try {
      expect(run(place, [`--die-after=${step}`, ...args]).signal).toBe('SIGKILL')
      return { left: await describeSchema(place), mended: await finish(place) }
    } finally {
      await place.remove()
    }
  }

  async function finish(place: Place): Promise<string> {
    const database = await place.open()
    try {
      await migrate(database, migrations, () => 0)
      return await describeSchema(place)
    } catch (error) {
      return String(error)
    } finally {
      await database.close()
    }
  }

  it('leave whole migrations behind at every step, and are finished by the next start', async () => {
    for (let step = dice.between(1, STRIDE + 1); step <= steps.length; step += STRIDE) {
      await score.fault(async () => {
        const { left, mended } = await killAfter(step)
        expect(wholes, `after step ${step}`).toContain(left)
        expect(mended, `after step ${step}`).toBe(wholes.at(-1))
      })
    }
  }, 900_000)

  it('leave a half behind where each statement stands alone (the control)', async () => {
    const isMidway = (step: number) => [0, 1, 2].every((next) => steps[step + next - 1] === 'statement')
    // The last migrations also drop and insert: what they leave half done may not be noticed.
    const midway = steps.map((_, index) => index + 1).filter(isMidway)
    const { left, mended } = await killAfter(
      midway[dice.between(0, Math.floor(midway.length / 2))] ?? 0,
      '--each-alone',
    )
    expect(wholes).not.toContain(left)
    expect(mended).toMatch(/already exists|duplicate column/)
  })

  it('do not keep the server from starting', async () => {
    const place = await temporaryPlace(engine)
    const step = dice.between(1, steps.length)
    expect(run(place, [`--die-after=${step}`]).signal).toBe('SIGKILL')
    const server = await startServer(place)
    expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
  })
})

/** The schema before the first migration, and after each. */
async function describeEachMigration(engine: Place['engine']): Promise<string[]> {
  const place = await createPlace(engine)
  const database = await place.open()
  const wholes = [await describeSchema(place)]
  for (let count = 0; count <= migrations.length; count++) {
    await migrate(database, migrations.slice(0, count), () => 0)
    wholes.push(await describeSchema(place))
  }
  await database.close()
  await place.remove()
  return wholes
}
