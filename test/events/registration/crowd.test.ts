import { expect, it, onTestFinished } from 'vitest'
import { startApp } from '../../harness.ts'
import { temporaryPlace, temporaryPool } from '../../place.ts'
import { createEvent, createOrganiser, newPerson } from '../scene.ts'

/** More than a process has connections. */
const CROWD = 30

it('people who wait for one event on PostgreSQL keep nobody else from the database', async () => {
  const place = await temporaryPlace('postgres', 'migrated')
  const running = await startApp(place, { settings: { LANYARD_RATE: 'off' } })
  onTestFinished(async () => void (await running.app.stop()))
  const organiser = await createOrganiser(running)
  const register = async (eventId: string) => {
    const path = `/registration/api/v1/events/${eventId}/registrations`
    return (await organiser.call('POST', path, { body: { registrant: newPerson() } })).status
  }
  const [wanted, other] = [
    await createEvent(running, organiser, { event: { capacity: CROWD } }),
    await createEvent(running, organiser, { event: { capacity: CROWD } }),
  ]

  const holder = await temporaryPool(place, 1).connect()
  onTestFinished(() => holder.release(true))
  await holder.query('begin')
  await holder.query('update events_places set taken = taken where id = $1', [wanted.id])
  const crowd = Array.from({ length: CROWD }, () => register(wanted.id))
  expect(await register(other.id)).toBe(201)
  await holder.query('commit')
  expect(new Set(await Promise.all(crowd))).toEqual(new Set([201]))
})
