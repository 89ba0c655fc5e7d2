import { expect, it } from 'vitest'
import { createWebhook } from '../../../src/platform/webhooks/endpoints.ts'
import { openBody } from '../../../src/platform/webhooks/publisher.ts'
import { onEachApp } from '../../harness.ts'
import { addContact, createList } from '../contact-scene.ts'
import { createOrganiser } from '../scene.ts'
import { contextRows } from '../stored-rows.ts'

onEachApp('webhooks of contacts', (running) => {
  it('tell what happened to each, once, and nothing personal', async () => {
    const { context } = running().app
    const organiser = await createOrganiser(running())
    const other = await createOrganiser(running())
    const url = 'http://127.0.0.1:9/hook'
    await createWebhook(context, { service: 'events', url, subject: organiser.organisationId }, () => {})
    const list = await createList(organiser)
    const { body } = await addContact(organiser, list, { email: 'a@example.org', externalId: 'X' })
    await addContact(organiser, list, { email: 'A@example.org' })
    await organiser.call('PATCH', `${list}/contacts/${body.id}`, { body: { firstName: 'Personal' } })
    await organiser.call('PATCH', `${list}/contacts/${body.id}`, { body: { firstName: 'Personal' } })
    await organiser.call('POST', `${list}/contacts?upsert=true`, {
      body: [{ email: 'a@example.org', status: 'bounced' }, { email: 'broken' }],
    })
    await organiser.call('DELETE', `${list}/contacts/${body.id}`)
    await addContact(other, await createList(other), { email: 'b@example.org' })
    const [rows = []] = await contextRows(context.database, ['webhook_deliveries'])
    const told = (rows as { body: string }[]).map((row) => JSON.parse(openBody(context, row.body)))
    const data = { id: body.id, contactListId: list.split('/').at(-1), externalId: 'X' }
    expect(told.sort((a, b) => a.data.version - b.data.version)).toMatchObject([
      { type: 'contact.created', data: { ...data, version: 1, status: 'subscribed' } },
      { type: 'contact.updated', data: { ...data, version: 2 } },
      { type: 'contact.updated', data: { ...data, version: 3, status: 'bounced' } },
      { type: 'contact.deleted', data: { id: body.id, version: 4, externalId: null } },
    ])
    expect(JSON.stringify(told)).not.toMatch(/Personal|example\.org/)
  })
})
