import { describe, expect, it } from 'vitest'
import { lanyardHere } from '../app/commands/program.ts'
import { engines } from '../engines.ts'
import { openTaskScene } from './task-scene.ts'

const REGISTRATIONS = 400

type Scene = Awaited<ReturnType<typeof openTaskScene>>

describe.each(engines)('a process that is killed in the middle of a task, on %s', (engine) => {
  // To make the registrations costs most: the file, which changes none of them, is written of the same.
  it('a file has every line once, in order, and many registrations are cancelled once, chosen, and each is told of', async () => {
    const scene = await openTaskScene(engine, REGISTRATIONS)
    const { ids, runAndKill, close } = scene
    const { state, result, lines } = await runAndKill('export', {
      format: 'csv',
      columns: ['id', 'confirmationNumber'],
    })
    expect([state, result]).toEqual(['done', { count: REGISTRATIONS }])
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(ids.toSorted())
    await expectCancelled(scene, { ids })
    await close()
    expect((await lanyardHere(scene.place, ['check'])).status).toBe(0)
  })

  it('many registrations are cancelled once, found by a filter, and each is told of', async () => {
    const scene = await openTaskScene(engine, REGISTRATIONS)
    await expectCancelled(scene, { search: { filter: { field: 'status', op: 'eq', value: 'confirmed' } } })
    await scene.close()
    expect((await lanyardHere(scene.place, ['check'])).status).toBe(0)
  })
})

async function expectCancelled({ ids, pastOf, runAndKill }: Scene, chosen: Record<string, unknown>) {
  const { state, result, lines, done, total } = await runAndKill('change', { action: 'cancel', ...chosen })
  expect(state).toBe('done')
  expect((await pastOf('cancelled')).toSorted()).toEqual(ids.toSorted())
  expect(result).toMatchObject({ refused: 0 })
  expect(Number(result.cancelled) + Number(result.unchanged)).toBe(REGISTRATIONS)
  expect([done, total]).toEqual([REGISTRATIONS, REGISTRATIONS])
  const named = lines.slice(1).map((line) => line.split(',')[0])
  expect([named.length, new Set(named).size]).toEqual([REGISTRATIONS, REGISTRATIONS])
}
