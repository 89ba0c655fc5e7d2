import { expect, it } from 'vitest'
import { enqueueMessage } from '../../src/platform/delivery/messages.ts'
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

  it('listMessages shows what became of each, and never to whom or what', async () => {
    const { api } = await signedIn(running())
    const ids = [await send('sms', 'the code is 1'), await send('email', 'the code is 2')]
    expect((await api.listMessages({ query: { state: 'queued' } })).body.messages).toHaveLength(2)
    await running().app.background.drain()
    const { body } = await api.listMessages({ query: { limit: 1 } })
    expect(body.messages).toMatchObject([{ id: ids[1], channel: 'email', state: 'sent', attempts: 1 }])
    const next = await api.listMessages({ query: { limit: 1, cursor: body.nextCursor ?? '' } })
    expect(next.body.messages.map(({ id }) => id)).toEqual([ids[0]])
    const sms = await api.listMessages({ query: { channel: 'sms', state: 'sent' } })
    expect(sms.body.messages.map(({ id }) => id)).toEqual([ids[0]])
    expect((await api.listMessages({ query: { state: 'failed' } })).body.messages).toEqual([])
    expect(JSON.stringify([body, next.body, sms.body])).not.toMatch(/15550100|code is/)
    expect(await refusalOf(api.listMessages({ query: { cursor: 'x' } }))).toEqual([422, 'invalid'])
  })

  it('readOutbox shows the texts, the newest first, and leaves a trace', async () => {
    const { api, operator } = await signedIn(running())
    await send('sms', 'first')
    await send('sms', 'second')
    await running().app.background.drain()
    const { body } = await api.readOutbox({ query: { limit: 1 } })
    expect(body.messages).toMatchObject([{ to: '+15550100', text: 'second', purpose: 'test.message' }])
    const next = await api.readOutbox({ query: { limit: 1, cursor: body.nextCursor ?? '' } })
    expect(next.body.messages).toMatchObject([{ text: 'first' }])
    const query = { actor: `operator:${operator.id}`, action: 'outbox.read' }
    const { entries } = (await api.listAudit({ query })).body
    expect(entries).toHaveLength(2)
    expect(JSON.stringify(entries)).not.toMatch(/15550100|second/)
    expect(await refusalOf(api.readOutbox({ query: { cursor: 'x' } }))).toEqual([422, 'invalid'])
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
