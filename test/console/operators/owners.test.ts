import { expect, it } from 'vitest'
import { createConference } from '../../events/attendee-scene.ts'
import { createOrganiser } from '../../events/scene.ts'
import { onEachApp } from '../../harness.ts'
import { newName, signedIn } from '../operations.ts'
import { refusalOf } from '../wire.ts'

onEachApp('the organisation of a record', (running) => {
  const makeRecords = async () => {
    const organisation = newName('owner')
    const organiser = await createOrganiser(running(), { organisation })
    const event = await createConference(running(), organiser, {})
    const { api } = await signedIn(running(), { organisation })
    const list = await organiser.call<{ id: string }>('POST', '/registration/api/v1/contactlists', {
      body: { name: newName('list') },
    })
    const webhook = await api.createWebhook({
      body: { service: 'events', url: 'https://example.org/hook' },
    })
    const application = await api.createApplication({ body: { name: newName('shop') } })
    return {
      organisation,
      organisationId: organiser.organisationId,
      records: [
        { kind: 'event', recordId: event.id },
        { kind: 'contact-list', recordId: list.body.id },
        { kind: 'webhook', recordId: webhook.body.webhook.id },
        { kind: 'application', recordId: application.body.application.id },
      ] as const,
    }
  }

  it('is told to operators of the whole server', async () => {
    const { records, organisationId } = await makeRecords()
    const { api } = await signedIn(running())
    for (const params of records)
      expect((await api.findOwner({ params })).body, params.kind).toEqual({ organisationId })
    const missing = { kind: 'event', recordId: 'none' } as const
    expect(await refusalOf(api.findOwner({ params: missing }))).toEqual([404, 'not-found'])
  })

  it('is kept from those who are bound to one, and from roles that may not see the record', async () => {
    const { records, organisation } = await makeRecords()
    const { api: elsewhere } = await signedIn(running(), { organisation: newName('owner') })
    const { api: here } = await signedIn(running(), { organisation })
    const { api: organiser } = await signedIn(running(), { role: 'organiser' })
    for (const params of records)
      for (const api of [elsewhere, here])
        expect(await refusalOf(api.findOwner({ params })), params.kind).toEqual([404, 'not-found'])
    const application = records[3]
    expect(await refusalOf(organiser.findOwner({ params: application }))).toEqual([404, 'not-found'])
  })
})
