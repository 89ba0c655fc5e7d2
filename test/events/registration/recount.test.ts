import { beforeAll, expect, it } from 'vitest'
import { statementOnce } from '../../../src/kernel/database/statement.ts'
import { onEachApp } from '../../harness.ts'
import { faultsIn } from '../race-scene.ts'
import { createEvent, createOrganiser, type Json, newPerson, type Organiser } from '../scene.ts'

type Ids = { data: { id: string; options: { id: string }[] }[] }

onEachApp('a recount', (running) => {
  let organiser: Organiser
  let id: string
  let path: string
  let registration: { id: string; attendees: { id: string }[] }
  const faults = () => faultsIn(running().app.context.database)
  /** Changes a counter or a row behind the product's back. */
  const set = (table: string, column: string, value: unknown, where: [string, string]) =>
    running().app.context.database.run(
      statementOnce<Record<string, Json>, unknown>((db) =>
        db
          .updateTable(table)
          .set({ [column]: value })
          .where(where[0], '=', where[1]),
      ),
      {},
    )

  beforeAll(async () => {
    organiser = await createOrganiser(running())
    const parts = {
      event: { capacity: 3, waitlistEnabled: true },
      registrationTypes: [{ code: 'A', name: 'A', capacity: 9 }],
      sessions: [
        {
          code: 'LAB',
          title: 'Lab',
          start: '2031-05-06T10:00:00+02:00',
          end: '2031-05-06T11:00:00+02:00',
          capacity: 2,
          waitlistEnabled: true,
        },
      ],
      optionGroups: [{ name: 'Dinner', options: [{ name: 'Fish', capacity: 4, maxPerRegistration: 2 }] }],
      form: {
        sections: [
          {
            title: 'Size',
            fields: [
              {
                name: 'size',
                label: 'Size',
                type: 'select',
                choices: [{ value: 'S', label: 'S', capacity: 5 }],
              },
            ],
          },
        ],
      },
    }
    id = (await createEvent(running(), organiser, parts)).id
    path = `/registration/api/v1/events/${id}`
    const groups = (await organiser.call<Ids>('GET', `${path}/registrationoptiongroups`)).body
    const [group] = groups.data
    const sessionIds = (await organiser.call<Ids>('GET', `${path}/sessions`)).body.data.map((one) => one.id)
    const register = async (seats: number) =>
      (
        await organiser.call<typeof registration>('POST', `${path}/registrations`, {
          body: {
            registrant: newPerson(),
            attendees: Array.from({ length: seats }, newPerson),
            options: [{ groupId: group?.id, optionId: group?.options[0]?.id, quantity: 2 }],
            sessionIds,
            answers: { size: 'S' },
          },
        })
      ).body
    registration = await register(2)
    await register(1)
    await register(2)
    const [first] = registration.attendees
    const checkIn = { body: { attendeeId: first?.id } }
    expect((await organiser.call('POST', `${path}/attendance`, checkIn)).status).toBe(201)
  })

  it('finds nothing where everything is right', async () => {
    const { body } = await organiser.call('GET', path)
    expect(body).toMatchObject({ registeredCount: 3, waitlistedCount: 0, remaining: 0 })
    expect(await faults()).toEqual([])
  })

  it.each(['taken', 'held', 'waiting', 'checked_in', 'checked_out'])('finds a wrong %s', async (column) => {
    const before = (await places()).find((row) => row.id === id)?.[column]
    await set('events_places', column, 7, ['id', id])
    expect(await faults()).toEqual([`event ${id}: ${column} says 7, and there are ${before}`])
    await set('events_places', column, before, ['id', id])
    expect(await faults()).toEqual([])
  })

  it.each(['type', 'option', 'choice', 'session'])('finds a wrong counter of a %s', async (kind) => {
    const place = (await places()).find((row) => row.kind === kind)
    expect(place?.taken).toBeGreaterThan(0)
    await set('events_places', 'taken', 0, ['id', String(place?.id)])
    expect(await faults()).toEqual([`${kind} ${place?.id}: taken says 0, and there are ${place?.taken}`])
    await set('events_places', 'taken', place?.taken, ['id', String(place?.id)])
  })

  it('finds places that a cancelled registration still holds, and the wrong status', async () => {
    await set('events_registrations', 'status', 'cancelled', ['id', registration.id])
    expect((await faults()).map((line) => line.replace(/ \S+:/, ':')).sort()).toEqual([
      'choice: taken says 2, and there are 1',
      'event: taken says 3, and there are 1',
      'option: taken says 4, and there are 2',
      'session: taken says 2, and there are 0',
      'status: people says 0, and there are 2',
      'status: people says 3, and there are 1',
      'status: registrations says 0, and there are 1',
      'status: registrations says 2, and there are 1',
      'type: taken says 3, and there are 1',
    ])
    await set('events_registrations', 'status', 'confirmed', ['id', registration.id])
  })

  function places(): Promise<(Json & { taken: number })[]> {
    return running().app.context.database.all(
      statementOnce<Record<string, Json>, Json & { taken: number }>((db) =>
        db.selectFrom('events_places').selectAll().where('event_id', '=', id),
      ),
      {},
    )
  }
})
