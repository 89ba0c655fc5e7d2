import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '../engines.ts'
import { type RunningApp, startApp } from '../harness.ts'
import { keepScore } from '../score.ts'
import { createDice, scaled, seed } from '../seed.ts'
import { keyCommands, restarts } from './key-commands.ts'
import { createWorld, type KeyModel } from './key-model.ts'

const RUNS = scaled(20, 1_000)
const MOST_COMMANDS = 25

onEachEngine('registration, look-up and revocation', (place) => {
  const score = keepScore(() => `the key model on ${place().engine}`)
  let app: RunningApp
  beforeAll(async () => {
    app = await startApp(place(), { settings: { LANYARD_RATE: 'off' } })
  })
  afterAll(async () => {
    await app.app.stop()
  })

  /** Plays commands of every kind against the product and a model of it. */
  async function play(numRuns: number, arbitraries = keyCommands): Promise<void> {
    let runs = 0
    const script = fc.commands([...arbitraries], { maxCommands: MOST_COMMANDS, size: 'max' })
    const property = fc.asyncProperty(script, async (commands) => {
      const world = createWorld(place(), app, createDice(`keys ${place().engine} ${++runs}`))
      const model: KeyModel = { keys: new Map() }
      try {
        await fc.asyncModelRun(() => ({ model, real: world }), commands)
      } finally {
        app = world.app
      }
      score.add('keys registered', model.keys.size)
    })
    const number = createHash('sha256').update(seed).digest().readInt32LE()
    await fc.assert(property, { numRuns, seed: number, endOnFailure: true })
    score.add('runs', runs)
  }

  it(
    `agree with a model in any order, over ${RUNS} runs`,
    () => play(RUNS, [...keyCommands, restarts]),
    60_000 + RUNS * 5_000,
  )

  it('disagree where the guard against a second registration is off (the control)', async () => {
    const { database } = app.app.context
    const run = database.run.bind(database)
    database.run = async (statement, parameters) => {
      await run(statement, parameters)
      return 1
    }
    await expect(play(20)).rejects.toThrow('Property failed')
  })
})
