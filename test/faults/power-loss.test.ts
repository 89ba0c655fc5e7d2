import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type ServerOptions, startServer } from '../child.ts'
import type { Place } from '../engines.ts'
import { createLedger, type Ledger, sendAgain } from '../ledger.ts'
import { startLoad } from '../load.ts'
import { expectChecked, expectIntact, findFaults } from '../oracle.ts'
import { temporaryPlace } from '../place.ts'
import { useProgram } from '../programs.ts'
import { keepScore } from '../score.ts'
import { createDice, type Dice, scaled } from '../seed.ts'
import { useDisks } from './disk.ts'
import { losePower } from './power-loss.ts'

const ROUNDS = scaled(3, 100)
const ROUND_LIMIT_MS = 60_000

describe('a disk that loses its power under writes', () => {
  const disks = useDisks()
  const careless = useProgram('test/faults/careless-server.ts')
  const score = keepScore(() => 'power loss on sqlite')

  it(
    `keeps every acknowledged write over ${ROUNDS} losses`,
    async (context) => {
      const place = await temporaryPlace('sqlite')
      const disk = disks.create(context, place.dataFolder)
      const { environment } = disk
      // A slow disk: most losses find a write under way.
      disk.set('syncUs', 3_000)
      const dice = createDice('power loss')
      const ledger = createLedger(dice)
      for (let round = 0; round < ROUNDS; round++) {
        await writeUntilKilled(place, { environment }, { ledger, dice })
        score.add('bytes lost', losePower(place.dataFolder, disk.journalPath, dice))
        await score.fault(async () => {
          const server = await startServer(place, { environment })
          await expectIntact(ledger, { store: place, url: server.url })
          await sendAgain(ledger, server.url)
          await server.end('SIGTERM')
        })
      }
      await expectChecked(place)
      score.add('writes acknowledged and found', ledger.acknowledged().length)
    },
    ROUNDS * ROUND_LIMIT_MS,
  )

  it.for(['normal', 'off'])('loses writes where synchronous is %s (the control)', async (level, context) => {
    const place = await temporaryPlace('sqlite')
    const { environment, journalPath } = disks.create(context, place.dataFolder)
    const dice = createDice(`power loss ${level}`)
    const ledger = createLedger(dice)
    const careful = await startServer(place)
    await careful.end('SIGTERM')
    const script = [careless(), `--synchronous=${level}`]
    await writeUntilKilled(place, { environment, script }, { ledger, dice })
    expect(losePower(place.dataFolder, journalPath, dice, 0)).toBeGreaterThan(0)
    expect((await findFaults(ledger, place)).missing.length).toBeGreaterThan(0)
  })
})

async function writeUntilKilled(
  place: Place,
  options: ServerOptions,
  { ledger, dice }: { ledger: Ledger; dice: Dice },
): Promise<void> {
  const server = await startServer(place, options)
  const load = startLoad(ledger, server.url)
  await load.acknowledged(50)
  await delay(dice.between(0, 300))
  await server.end('SIGKILL')
  await load.stop()
}
