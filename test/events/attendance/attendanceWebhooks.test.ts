import { beforeAll, expect, it } from 'vitest'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { createWebhook } from '../../../src/platform/webhooks/endpoints.ts'
import { openBody } from '../../../src/platform/webhooks/publisher.ts'
import type { WebhookTables } from '../../../src/platform/webhooks/tables.ts'
import { onEachApp } from '../../harness.ts'
import { attend, createConference, primaryOf } from '../attendee-scene.ts'
import { createOrganiser, type Json, type Organiser } from '../scene.ts'

const messages = statementsOf<WebhookTables>()((db) =>
  db
    .selectFrom('webhook_deliveries')
    .select(['type', 'body'])
    .where('type', 'like', 'attendance.%')
    .orderBy('id'),
)

onEachApp('webhooks of attendance', (running) => {
  let organiser: Organiser
  beforeAll(async () => {
    organiser = await createOrganiser(running())
  })

  it('tell of each who comes and goes, once, and of nothing that was refused', async () => {
    const { context } = running().app
    const subject = organiser.organisationId
    await createWebhook(
      context,
      { service: 'events', url: 'https://hooks.example.org/', subject },
      () => undefined,
    )
    const event = await createConference(running(), organiser)
    const { id } = primaryOf(await attend(organiser, event))
    const path = `/registration/api/v1/events/${event.id}/attendance`
    const scan = (body: Json) => organiser.call('POST', path, { body: { attendeeId: id, ...body } })
    await scan({ nonce: 'n' })
    await scan({ nonce: 'n' })
    await scan({})
    await scan({ status: 'checked-out' })
    await organiser.call('PATCH', `/eventdata/attendees/${id}`, { body: { checkedIn: true } })
    const told = await context.database.all(messages, {})
    expect(told.map(({ type }) => type)).toEqual([
      'attendance.checked-in',
      'attendance.checked-out',
      'attendance.checked-in',
    ])
    const [first] = told.map(({ body }) => JSON.parse(openBody(context, body)) as { data: Json })
    expect(first?.data).toMatchObject({ attendeeId: id, eventId: event.id, status: 'checked-in', nonce: 'n' })
  })
})
