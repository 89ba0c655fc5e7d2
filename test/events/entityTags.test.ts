import { beforeAll, describe, expect, it } from 'vitest'
import { statementsOf } from '../../src/kernel/database/statement.ts'
import { createWebhook } from '../../src/platform/webhooks/endpoints.ts'
import { openBody } from '../../src/platform/webhooks/publisher.ts'
import type { WebhookTables } from '../../src/platform/webhooks/tables.ts'
import type { Row } from '../contract/apis.ts'
import { onEachApp } from '../harness.ts'
import { attend, createConference, primaryOf, type Registered, register } from './attendee-scene.ts'
import { bodyFor, eventRows, nameOf, pathFor } from './matrix.ts'
import { createEvent, createOrganiser, type Json, newPerson, type Organiser } from './scene.ts'
import { createWorld } from './world.ts'

const api = '/registration/api/v1'
let names = 0

function tagsOf({ operation }: Row): boolean {
  return Object.values(operation.answers).some((answer) => 'ETag' in (answer?.headers ?? {}))
}

const writes = eventRows.filter((row) => row.operation.method !== 'GET' && tagsOf(row))

const deliveries = statementsOf<WebhookTables>()((db) =>
  db.selectFrom('webhook_deliveries').select(['type', 'body']).orderBy('id'),
)

onEachApp('the entity tags of the event services', (running) => {
  it('belong to every item that can be written', () => {
    expect(writes.map(({ name }) => name).sort()).toEqual([
      'approveRegistration',
      'cancelRegistration',
      'createContactList',
      'createContacts',
      'createEvent',
      'createEventSession',
      'createOptionGroup',
      'createRegistration',
      'createRegistrationType',
      'createSession',
      'declineRegistration',
      'replaceAttendee',
      'replaceRegistration',
      'replaceSession',
      'updateAttendee',
      'updateContact',
      'updateContactList',
      'updateEvent',
      'updateEventAttendee',
      'updateEventSession',
      'updateOptionGroup',
      'updateRegistration',
      'updateRegistration',
      'updateRegistrationType',
      'updateSession',
    ])
  })

  describe('of a write', () => {
    it.each(writes.map((row) => [nameOf(row), row] as const))(
      'are those of the next read: %s',
      async (_name, row) => {
        const world = await createWorld(running())
        const { organiser } = world
        const ids = await idsFor(row.name, world)
        const path = pathFor(row, ids)
        const body = { ...bodyFor(row, world), ...own(row.name) }
        const written = await organiser.call(row.operation.method, path, { body })
        expect([written.status, written.text]).toEqual([
          row.operation.method === 'POST' && row.name.startsWith('create') ? 201 : 200,
          written.text,
        ])
        const location = written.headers.get('location')
        const item =
          location === null ? path.replace(/\/(cancel|approve|decline)$/, '') : new URL(location).pathname
        const read = await organiser.call('GET', item)
        expect(read.body).toEqual(written.body)
        const tag = String(written.headers.get('etag'))
        expect(read.headers.get('etag')).toBe(tag)
        expect((await organiser.call('GET', item, { headers: { 'if-none-match': tag } })).status).toBe(304)
      },
    )

    it.each([
      ['', {}],
      [', with an idempotency key', { 'idempotency-key': 'waiting' }],
    ])('are those of the next read: a registration on the waiting list%s', async (_name, headers) => {
      const organiser = await createOrganiser(running())
      const event = { capacity: 1, waitlistEnabled: true }
      const { id } = await createEvent(running(), organiser, { event })
      await register(organiser, id)
      const path = `${api}/events/${id}/registrations`
      const written = await organiser.call('POST', path, { body: { registrant: newPerson() }, headers })
      expect(written.body).toMatchObject({ status: 'waitlisted', waitlistPosition: 1 })
      const read = await organiser.call('GET', `${path}/${written.body.id}`)
      expect(read.body).toEqual(written.body)
      expect(read.headers.get('etag')).toBe(written.headers.get('etag'))
    })

    /** Only what waits for approval can be approved or declined. */
    async function idsFor(name: string, { organiser, ids }: Awaited<ReturnType<typeof createWorld>>) {
      if (name !== 'approveRegistration' && name !== 'declineRegistration') return ids
      const { id } = await createEvent(running(), organiser, { event: { approvalRequired: true } })
      return { ...ids, eventId: id, registrationId: (await register(organiser, id)).id }
    }

    /** Codes of events are unique on a server. */
    function own(name: string): Json {
      return name === 'createEvent' ? { code: `TAG-${++names}` } : {}
    }
  })

  describe('of a read', () => {
    let organiser: Organiser
    beforeAll(async () => {
      organiser = await createOrganiser(running())
    })
    const call = async (method: string, path: string, body?: Json | Json[]) => {
      const answer = await organiser.call(method, path, body === undefined ? {} : { body })
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer
    }

    type Scene = { of: string; change(): Promise<unknown> }

    /** What an item contains, and something that changes it without writing the item itself. */
    const scenes: Record<string, () => Promise<Scene>> = {
      'a registration: the name of an attendee': async () => {
        const { of, primary } = await registered()
        return { of, change: () => call('PATCH', `/eventdata/attendees/${primary}`, { lastName: 'Hopper' }) }
      },
      'a registration: the answers of a guest': async () => {
        const { of, guest } = await registered()
        return {
          of,
          change: () => call('PATCH', `/eventdata/attendees/${guest}`, { answers: { badge: 'Al' } }),
        }
      },
      'a registration: a check-in at the door': async () => {
        const { of, event, guest } = await registered()
        return {
          of,
          change: () => call('POST', `${api}/events/${event.id}/attendance`, { attendeeId: guest }),
        }
      },
      'a registration: a check-in of all of it': async () => {
        const { of, event, id } = await registered()
        return {
          of,
          change: () => call('POST', `${api}/events/${event.id}/attendance`, { registrationId: id }),
        }
      },
      'a registration: a check-out among many scans': async () => {
        const { of, event, primary } = await registered()
        await call('POST', `${api}/events/${event.id}/attendance`, { attendeeId: primary })
        const scan = { attendeeId: primary, status: 'checked-out' }
        return { of, change: () => call('POST', `${api}/events/${event.id}/attendance`, [scan]) }
      },
      'a registration: a check-in that is taken back': async () => {
        const { of, event, primary } = await registered()
        await call('POST', `${api}/events/${event.id}/attendance`, { attendeeId: primary })
        return { of, change: () => call('PATCH', `/eventdata/attendees/${primary}`, { checkedIn: false }) }
      },
      'a registration: an enrolment': async () => {
        const { of, event, id } = await registered()
        const path = `${api}/events/${event.id}/sessions/${event.sessions.LAB}/registrations/${id}`
        return { of, change: () => call('PUT', path) }
      },
      'a registration: an included session that is called off': async () => {
        const { of, event } = await registered()
        return {
          of,
          change: () => call('PATCH', `/eventdata/sessions/${event.sessions.KEY}`, { included: false }),
        }
      },
      'a registration with its sessions: the room of one': async () => {
        const { of, event } = await registered()
        const change = () => call('PATCH', `/eventdata/sessions/${event.sessions.KEY}`, { room: 'Hall 2' })
        return { of: `${of}?expand=sessions`, change }
      },
      'a registration: its place in the line': async () => {
        const { id } = await createEvent(running(), organiser, {
          event: { capacity: 1, waitlistEnabled: true },
        })
        await register(organiser, id)
        const [first, second] = [await register(organiser, id), await register(organiser, id)]
        const of = `${api}/events/${id}/registrations/${second.id}`
        return { of, change: () => call('POST', `${api}/events/${id}/registrations/${first.id}/cancel`, {}) }
      },
      'a registration: an offer that lapses': async () => {
        const { id } = await createEvent(running(), organiser, {
          event: { capacity: 1, waitlistEnabled: true, offerMinutes: 10 },
        })
        const [holder, waiting] = [await register(organiser, id), await register(organiser, id)]
        await call('POST', `${api}/events/${id}/registrations/${holder.id}/cancel`, {})
        const of = `${api}/events/${id}/registrations/${waiting.id}`
        return { of, change: async () => running().clock.advance(10 * 60_000) }
      },
      'an attendee: an included session': async () => {
        const { event, primary } = await registered()
        const change = () => call('PATCH', `/eventdata/sessions/${event.sessions.KEY}`, { included: false })
        return { of: `/eventdata/attendees/${primary}`, change }
      },
      'an event: a registration': async () => {
        const { event } = await registered()
        return { of: `/eventdata/events/${event.id}`, change: () => attend(organiser, event) }
      },
      'an event with its types: the places of one': async () => {
        const { event } = await registered()
        const path = `${api}/events/${event.id}/registrationtypes/${event.types.STD}`
        const of = `${api}/events/${event.id}?expand=registrationTypes`
        return { of, change: () => call('PATCH', path, { capacity: 9 }) }
      },
      'a session: an enrolment': async () => {
        const { event, id } = await registered()
        const of = `/eventdata/sessions/${event.sessions.LAB}`
        return {
          of,
          change: () =>
            call('PUT', `${api}/events/${event.id}/sessions/${event.sessions.LAB}/registrations/${id}`),
        }
      },
      'a type and a group: places that are taken': async () => {
        const { id } = await createEvent(running(), organiser, {
          optionGroups: [{ name: 'Dinner', options: [{ name: 'Fish', capacity: 5 }] }],
        })
        const groups = await call('GET', `${api}/events/${id}/registrationoptiongroups`)
        const [group] = (groups.body as { data: { id: string; options: { id: string }[] }[] }).data
        const options = [{ groupId: group?.id, optionId: group?.options[0]?.id }]
        const of = `${api}/events/${id}/registrationoptiongroups/${group?.id}`
        return { of, change: () => register(organiser, id, { options }) }
      },
      'a contact list: a contact': async () => {
        const { body } = await call('POST', `${api}/contactlists`, { name: `List ${++names}` })
        const of = `${api}/contactlists/${body.id}`
        return { of, change: () => call('POST', `${of}/contacts`, { email: 'a@example.org' }) }
      },
    }

    async function registered() {
      const event = await createConference(running(), organiser)
      const made = await attend(organiser, event, {
        attendees: [
          { firstName: 'Grace', lastName: 'Example' },
          { firstName: 'Alan', lastName: 'Guest' },
        ],
      })
      const guest = made.attendees.find(({ isGuest }) => isGuest === true)?.id
      const of = `${api}/events/${event.id}/registrations/${made.id}`
      return { of, event, id: made.id, primary: primaryOf(made).id, guest }
    }

    it.each(Object.entries(scenes))(
      'change with everything that the answer contains. %s',
      async (_name, build) => {
        const { of, change } = await build()
        const before = await call('GET', of)
        const known = { headers: { 'if-none-match': String(before.headers.get('etag')) } }
        expect((await organiser.call('GET', of, known)).status).toBe(304)
        await change()
        const after = await organiser.call('GET', of, known)
        expect(after.status).toBe(200)
        expect(after.body).not.toEqual(before.body)
      },
    )
  })

  describe('and versions of a registration', () => {
    let organiser: Organiser
    let event: Awaited<ReturnType<typeof createConference>>
    beforeAll(async () => {
      organiser = await createOrganiser(running())
      event = await createConference(running(), organiser)
      const subject = organiser.organisationId
      const webhook = { service: 'events', url: 'https://hooks.example.org/', subject } as const
      await createWebhook(running().app.context, webhook, () => undefined)
    })

    type Change = (attendeeId: string, registrationId: string) => [string, string, Json | Json[]]
    const door = () => `${api}/events/${event.id}/attendance`
    const changes: [string, Change][] = [
      ['a name', (id) => ['PATCH', `/eventdata/attendees/${id}`, { firstName: 'Ada' }]],
      ['answers', (id) => ['PATCH', `/eventdata/attendees/${id}`, { answers: { badge: 'A' } }]],
      ['the check-in state', (id) => ['PATCH', `/eventdata/attendees/${id}`, { checkedIn: true }]],
      [
        'all members',
        (id) => [
          'PUT',
          `/eventdata/attendees/${id}`,
          { firstName: 'A', lastName: 'B', answers: { role: 'x' } },
        ],
      ],
      ['a scan', (id) => ['POST', door(), { attendeeId: id }]],
      ['a scan of the registration', (_id, registrationId) => ['POST', door(), { registrationId }]],
      ['many scans', (id) => ['POST', door(), [{ attendeeId: id }]]],
    ]

    it.each(changes)('follow a change of an attendee, in sync and by webhook: %s', async (_name, change) => {
      const made = await attend(organiser, event)
      const { headers } = await organiser.call('GET', '/eventdata/registrations')
      const since = encodeURIComponent(String(headers.get('x-sync-token')))
      const [method, path, body] = change(primaryOf(made).id, made.id)
      expect((await organiser.call(method, path, { body })).status).toBeLessThan(300)
      const follow = async () =>
        (
          await organiser.call<{ data: Registered[] }>(
            'GET',
            `/eventdata/registrations?updatedSince=${since}`,
          )
        ).body.data
      // Other transactions of the PostgreSQL server may keep the change from being settled for a moment.
      await expect.poll(async () => (await follow()).find(({ id }) => id === made.id)?.version).toBe(2)
      const { context } = running().app
      const told = (await context.database.all(deliveries, {}))
        .filter(({ type }) => type === 'registration.updated')
        .map(({ body: sealed }) => (JSON.parse(openBody(context, sealed)) as { data: Json }).data)
      expect(told.filter(({ id }) => id === made.id)).toMatchObject([{ version: 2 }])
    })

    it('leave a registration alone that others are checked in for', async () => {
      const [one, other] = [await attend(organiser, event), await attend(organiser, event)]
      await organiser.call('POST', door(), { body: { attendeeId: primaryOf(one).id } })
      const path = `/eventdata/registrations/${other.id}`
      const edited = await organiser.call('PATCH', path, {
        body: { note: 'x' },
        headers: { 'if-match': '"1"' },
      })
      expect(edited.status).toBe(200)
    })

    it('count every attendee that is changed at once, and lose none', async () => {
      const people = Array.from({ length: 8 }, (_none, index) => ({ firstName: 'A', lastName: `B${index}` }))
      const made = await attend(organiser, event, { attendees: people })
      const answers = await Promise.all(
        made.attendees.flatMap(({ id }) => [
          organiser.call('PATCH', `/eventdata/attendees/${id}`, { body: { title: 'Dr' } }),
          organiser.call('POST', door(), { body: { attendeeId: id } }),
        ]),
      )
      expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([])
      const { body } = await organiser.call('GET', `/eventdata/registrations/${made.id}`)
      expect(body.version).toBe(1 + answers.length)
    })
  })
})
