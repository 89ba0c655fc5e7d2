import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../../src/kernel/database/database.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { createFigures, readFigures } from '../../../src/platform/figures/figures.ts'
import { sweepFigures } from '../../../src/platform/figures/store.ts'
import type { FigureTables } from '../../../src/platform/figures/tables.ts'
import { onEachEngine } from '../../engines.ts'
import { createManualClock, type ManualClock } from '../../fakes.ts'
import { createTestContext } from '../changes/context.ts'

const statement = statementsOf<FigureTables>()
const clear = statement((db) => db.deleteFrom('figures'))
const all = statement((db) => db.selectFrom('figures').selectAll())
const HOUR = 3_600_000
const DAY = 24 * HOUR
const noon = Date.UTC(2026, 5, 10, 12, 30)

onEachEngine('figures', (place) => {
  let db: Database
  let other: Database
  let clock: ManualClock

  beforeAll(async () => {
    db = await place().open()
    other = await place().open()
  })
  beforeEach(async () => {
    await db.run(clear, {})
    clock = createManualClock(noon)
  })
  afterAll(async () => {
    await db.close()
    await other.close()
  })

  const figuresOn = (database: Database) => createFigures(createTestContext(database, clock))
  const hours = { step: 'hour', steps: 24, offsetMs: 0 } as const
  const read = (
    organisationId: string | undefined,
    span: Parameters<typeof readFigures>[1]['span'] = hours,
  ) => readFigures(db, { organisationId, now: clock.now(), span })

  it('add up what several processes have counted', async () => {
    const both = [figuresOn(db), figuresOn(other)]
    for (const { count } of both) {
      count('registrations', 'a')
      count('registrations', 'a', 2)
      count('check-ins', 'b')
    }
    expect(await db.all(all, {})).toEqual([])
    await Promise.all(both.flatMap((figures) => [figures.flush(), figures.flush()]))
    const { times, series } = await read('a')
    expect(times.at(-1)).toBe(Date.UTC(2026, 5, 10, 12))
    expect(series.registrations.at(-1)).toBe(6)
    expect(series['check-ins'].at(-1)).toBe(0)
    expect((await read(undefined)).series['check-ins'].at(-1)).toBe(2)
  })

  it('are stored when the process stops', async () => {
    const figures = figuresOn(db)
    figures.start()
    figures.count('sends', undefined)
    await figures.stop()
    expect((await read(undefined)).series.sends.at(-1)).toBe(1)
  })

  it('keep what cannot be stored, and store it later', async () => {
    let fails = true
    const context = createTestContext(db, clock)
    const database = {
      ...context.database,
      write: ((work) => (fails ? Promise.reject(new Error('away')) : db.write(work))) as Database['write'],
    }
    const figures = createFigures({ ...context, database })
    figures.count('sends', 'a')
    await expect(figures.flush()).rejects.toThrow('away')
    figures.count('sends', 'a')
    fails = false
    await figures.flush()
    expect((await read('a')).series.sends.at(-1)).toBe(2)
  })

  it('belong to the hour in which they happened, and to the day of the asker', async () => {
    const figures = figuresOn(db)
    figures.count('sign-ins', undefined)
    clock.advance(11 * HOUR)
    figures.count('sign-ins', undefined)
    await figures.flush()
    const byHour = (await read(undefined)).series['sign-ins']
    expect(byHour).toHaveLength(24)
    expect([byHour.at(-12), byHour.at(-1)]).toEqual([1, 1])
    const days = (offsetMs: number) => read(undefined, { step: 'day', steps: 2, offsetMs })
    expect((await days(0)).series['sign-ins']).toEqual([0, 2])
    // In a zone two hours ahead the second one happened after midnight.
    const east = await days(2 * HOUR)
    expect(east.series['sign-ins']).toEqual([1, 1])
    expect(east.times).toEqual([Date.UTC(2026, 5, 9, 22), Date.UTC(2026, 5, 10, 22)])
  })

  it('go after thirteen months', async () => {
    const figures = figuresOn(db)
    figures.count('sends', 'a')
    await figures.flush()
    clock.advance(395 * DAY)
    expect(await sweepFigures(db, clock.now())).toBe(0)
    clock.advance(2 * DAY)
    expect(await sweepFigures(db, clock.now())).toBe(1)
  })
})
