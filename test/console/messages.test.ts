import { expect, it } from 'vitest'
import { enqueueMessage } from '../../src/platform/delivery/messages.ts'
import { insertMessage } from '../../src/platform/delivery/store.ts'
import { onEachApp } from '../harness.ts'
import { newName, signedIn } from './operations.ts'
import { refusalOf } from './wire.ts'

type Channel = 'sms' | 'voice' | 'email'

onEachApp('messages in the console', (running) => {
  async function send(channel: Channel, text: string): Promise<string> {
    const { context } = running().app
    running().clock.advance(1_000)
    const message = { channel, to: '+15550100', text, purpose: 'test.message' }
    return (await context.database.write((tx) => enqueueMessage(tx, context, message))).id
  }

  /** A message that nobody hands over. */
  async function addWithoutJob(): Promise<string> {
    const { database, ids, vault, clock } = running().app.context
    const id = ids.uuid()
    const times = { created_at: clock.now(), expires_at: clock.now() + 1_000_000, lease_until: null }
    const nothing = { locale: null, subject: null, idempotency_key: null }
    const nobody = { organisation_id: null, application_id: null, owner_id: null, masked: null }
    const sealed = { recipient: vault.seal('test', '+15550100'), text: vault.seal('test', 'the code is 0') }
    const message = { id, channel: 'sms' as const, purpose: 'test.message', ...sealed }
    await insertMessage(database, { ...message, ...times, ...nothing, ...nobody })
    return id
  }

  it('listMessages shows what became of each, and never to whom or what', async () => {
    const { api } = await signedIn(running())
    const waiting = await addWithoutJob()
    const ids = [await send('sms', 'the code is 1'), await send('email', 'the code is 2')]
    await running().app.background.drain()
    const queued = await api.listMessages({ query: { state: 'queued' } })
    expect(queued.body.data).toMatchObject([{ id: waiting, state: 'queued', attempts: 0 }])
    const { body } = await api.listMessages({ query: { limit: 1 } })
    expect(body.data).toMatchObject([{ id: ids[1], channel: 'email', state: 'sent', attempts: 1 }])
    const next = await api.listMessages({ query: { limit: 1, cursor: body.nextCursor ?? '' } })
    expect(next.body.data.map(({ id }) => id)).toEqual([ids[0]])
    const sms = await api.listMessages({ query: { channel: 'sms', state: 'sent' } })
    expect(sms.body.data.map(({ id }) => id)).toEqual([ids[0]])
    expect((await api.listMessages({ query: { state: 'failed' } })).body.data).toEqual([])
    expect(JSON.stringify([body, next.body, sms.body])).not.toMatch(/15550100|code is/)
    expect(await refusalOf(api.listMessages({ query: { cursor: 'x' } }))).toEqual([400, 'invalid-parameter'])
  })

  it('readOutbox shows the texts, the newest first, and leaves a trace', async () => {
    const { api, operator } = await signedIn(running())
    await send('sms', 'first')
    await send('sms', 'second')
    await running().app.background.drain()
    const { body } = await api.readOutbox({ query: { limit: 1 } })
    expect(body.data).toMatchObject([{ to: '+15550100', text: 'second', purpose: 'test.message' }])
    const next = await api.readOutbox({ query: { limit: 1, cursor: body.nextCursor ?? '' } })
    expect(next.body.data).toMatchObject([{ text: 'first' }])
    const query = { actor: `operator:${operator.id}`, action: 'outbox.read' }
    const { data: entries } = (await api.listAudit({ query })).body
    expect(entries).toHaveLength(2)
    expect(JSON.stringify(entries)).not.toMatch(/15550100|second/)
    expect(await refusalOf(api.readOutbox({ query: { cursor: 'x' } }))).toEqual([400, 'invalid-parameter'])
  })

  it('the log is for those who see the whole server, the texts for owners', async () => {
    const bound = await signedIn(running(), { organisation: newName('messages') })
    expect(await refusalOf(bound.api.listMessages({}))).toEqual([403, 'forbidden'])
    expect(await refusalOf(bound.api.readOutbox({}))).toEqual([403, 'forbidden'])
    for (const role of ['support', 'read-only'] as const) {
      const { api } = await signedIn(running(), { role })
      expect((await api.listMessages({})).status).toBe(200)
      expect(await refusalOf(api.readOutbox({}))).toEqual([403, 'forbidden'])
    }
    const organiser = await signedIn(running(), { role: 'organiser' })
    expect(await refusalOf(organiser.api.listMessages({}))).toEqual([403, 'forbidden'])
  })
})
