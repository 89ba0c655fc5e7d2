import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { onEachRace } from '../events/race-scene.ts'
import { keepScore } from '../score.ts'
import { scaled, seed } from '../seed.ts'
import { createEventWorld, eventCommands } from './events-commands.ts'
import { EventModel } from './events-model.ts'

const RUNS = scaled(6, 300)
const MOST_COMMANDS = 50

onEachRace('places and states', (race) => {
  const score = keepScore(() => `the model of an event on ${race().place.engine}`)

  /** Plays commands of every kind against an event and a model of it. */
  async function play(numRuns: number, createModel: () => EventModel): Promise<void> {
    const script = fc.commands([...eventCommands], { maxCommands: MOST_COMMANDS, size: 'max' })
    const property = fc.asyncProperty(script, async (commands) => {
      const model = createModel()
      const world = await createEventWorld(race(), model)
      await fc.asyncModelRun(() => ({ model, real: world }), commands)
      score.add('registrations', model.all.length)
    })
    const number = createHash('sha256').update(seed).digest().readInt32LE()
    await fc.assert(property, { numRuns, seed: number, endOnFailure: true })
    score.add('runs', numRuns)
  }

  it(
    `agree with a model in any order, over ${RUNS} runs`,
    async () => {
      await play(RUNS, () => new EventModel())
      await race().expectCounted()
    },
    120_000 + RUNS * 10_000,
  )

  it('disagree where the model gives a freed place to nobody (the control)', async () => {
    class Forgetful extends EventModel {
      override line() {
        return super.line().slice(1)
      }
    }
    await expect(play(30, () => new Forgetful())).rejects.toThrow('Property failed')
  })
})
