import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { copyRootKey, lanyardJson } from '../../app/commands/program.ts'
import { tamper } from '../../app/commands/raw-sql.ts'
import { createManualClock } from '../../fakes.ts'
import { startApp } from '../../harness.ts'
import { temporaryPlace } from '../../place.ts'
import { scaled } from '../../seed.ts'
import { createEvent, createOrganiser, newPerson, organiserAt } from '../scene.ts'
import { follow, followUntil } from '../sync-scene.ts'

const settings = { LANYARD_RATE: 'off' }
/** More transactions than the other server has seen. */
const FAR = 3_000_000_000

const moves = [
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
  ['postgres', 'postgres'],
] as const

describe.each(moves.slice(0, scaled(2, 3)))('a sync token of %s, restored to %s', (from, to) => {
  it('goes on where it was: nothing twice, nothing missed', async () => {
    const [source, target] = [await temporaryPlace(from, 'migrated'), await temporaryPlace(to)]
    const clock = createManualClock()
    const first = await startApp(source, { settings, clock })
    await tamper(source, `update events_changes set ${from === 'sqlite' ? 'last' : 'base'} = ${FAR}`)
    const organiser = await createOrganiser(first)
    const { id } = await createEvent(first, organiser)
    const path = `/registration/api/v1/events/${id}/registrations`
    const register = async (by: typeof organiser) =>
      (await by.call<{ id: string }>('POST', path, { body: { registrant: newPerson() } })).body.id
    let asked = organiser
    const follower = follow((below) => asked.call('GET', below), path)
    const made = [await register(organiser), await register(organiser), await register(organiser)]
    await followUntil(follower, () => made.every((one) => follower.copy.has(one)))
    const unseen = await register(organiser)
    await first.app.stop()

    const file = join(source.dataFolder, 'moved.backup')
    await lanyardJson(source, ['backup', file])
    copyRootKey(source, target)
    await lanyardJson(target, ['restore', file])
    const second = await startApp(target, { settings, clock })
    try {
      asked = organiserAt(organiser, second.url)
      await followUntil(follower, () => follower.copy.has(unseen))
      const later = await register(asked)
      await followUntil(follower, () => follower.copy.has(later))
      expect([...follower.copy.keys()].sort()).toEqual([...made, unseen, later].sort())
    } finally {
      await second.app.stop()
    }
  })
})
