import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import type { Context } from '../../src/kernel/context.ts'
import { onEachEngine } from '../engines.ts'
import { createManualClock } from '../fakes.ts'
import { type RunningApp, startApps } from '../harness.ts'
import { temporaryPlace } from '../place.ts'
import { contextOn, openContext } from '../platform/accounts/context.ts'
import { withoutHold } from './unheld.ts'

const ROUNDS = 24

/** The suite on each engine, with two apps on one database that are asked in turn. */
export function onTwoApps(name: string, suite: (appOf: (turn: number) => RunningApp) => void): void {
  onEachEngine(name, (place) => {
    const apps: RunningApp[] = []
    beforeAll(async () => {
      const clock = createManualClock()
      apps.push(...(await startApps(place(), 2, { clock, settings: { LANYARD_RATE: 'off' } })))
    })
    afterAll(() => Promise.all(apps.map(({ app }) => app.stop())))

    suite((turn) => {
      const running = apps[turn % apps.length]
      if (running === undefined) throw new Error('the apps start before the tests, not before the suite')
      return running
    })
  })
}

/** What a race leaves: always one while operators are held, and sooner or later none while they are not. */
export async function expectHoldToMatter(
  race: (made: Context, contextOf: (turn: number) => Context) => Promise<number>,
): Promise<void> {
  const place = await temporaryPlace('postgres')
  const context = await openContext(place)
  const other = contextOn(await place.open(), context.clock)
  onTestFinished(async () => void (await Promise.all([context.database.close(), other.database.close()])))
  const turnsOf = (even: Context, odd: Context) => (turn: number) => (turn % 2 ? odd : even)
  const [held, unheld] = [new Set<number>(), new Set<number>()]
  for (let round = 0; round < ROUNDS && !unheld.has(0); round++) {
    held.add(await race(context, turnsOf(context, other)))
    unheld.add(await race(context, turnsOf(withoutHold(context), withoutHold(other))))
  }
  expect([...held]).toEqual([1])
  expect([...unheld]).toContain(0)
}
