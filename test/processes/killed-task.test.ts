import { describe, expect, it } from 'vitest'
import { runCommand } from '../child.ts'
import { engines } from '../engines.ts'
import { openTaskScene } from './task-scene.ts'

const REGISTRATIONS = 400

describe.each(engines)('a process that is killed in the middle of a task, on %s', (engine) => {
  it.each([
    ['chosen', 'ids'],
    ['found by a filter', 'search'],
  ])('many registrations are cancelled once, %s, and each is told of', async (_how, chosenBy) => {
    const { context, place, ids, pastOf, runAndKill } = await openTaskScene(engine, REGISTRATIONS)
    const search = { filter: { field: 'status', op: 'eq', value: 'confirmed' } }
    const body = { action: 'cancel', ...(chosenBy === 'ids' ? { ids } : { search }) }
    const { state, result, lines, done, total } = await runAndKill('change', body)
    expect(state).toBe('done')
    expect((await pastOf('cancelled')).toSorted()).toEqual(ids.toSorted())
    expect(result).toMatchObject({ refused: 0 })
    expect(Number(result.cancelled) + Number(result.unchanged)).toBe(REGISTRATIONS)
    expect([done, total]).toEqual([REGISTRATIONS, REGISTRATIONS])
    const named = lines.slice(1).map((line) => line.split(',')[0])
    expect([named.length, new Set(named).size]).toEqual([REGISTRATIONS, REGISTRATIONS])
    await context.database.close()
    expect((await runCommand(place, ['check'])).code).toBe(0)
  })

  it('a file has every line once, in order', async () => {
    const { context, ids, runAndKill } = await openTaskScene(engine, REGISTRATIONS)
    const { state, result, lines } = await runAndKill('export', {
      format: 'csv',
      columns: ['id', 'confirmationNumber'],
    })
    expect([state, result]).toEqual(['done', { count: REGISTRATIONS }])
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(ids.toSorted())
    await context.database.close()
  })
})
