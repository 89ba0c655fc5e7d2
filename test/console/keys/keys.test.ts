import { describe, expect, it } from 'vitest'
import { createApplicationDirectory } from '../../../src/platform/accounts/application-directory.ts'
import { onEachApp, type RunningApp } from '../../harness.ts'
import { actionsIn, rowsOf } from '../../platform/accounts/rows.ts'
import { clientOf } from '../../twofactor/client.ts'
import { identityConsole } from '../identity.ts'
import { refusalOf } from '../wire.ts'

const MINUTE_MS = 60_000

onEachApp('applications and API keys in the console', (running) => {
  const statusOf = async (key: string) =>
    (await clientOf(running().url, key).get('/protected/json/app/details')).status
  const eventsStatus = async (key: string) =>
    (await fetch(`${running().url}/eventdata/events`, { headers: { 'x-api-key': key } })).status

  describe('an application', () => {
    it('is made with its settings, and its key opens the service', async () => {
      const { keys } = await identityConsole(running())
      const settings = { codeLength: 6, sms: true, voice: false, quota: 100 }
      const { body } = await keys.createApplication({ body: { name: 'Webshop', settings } })
      expect(body.secret).toMatch(/^ly2f_/)
      expect(body.application).toMatchObject({ name: 'Webshop', settings, disabledAt: null })
      expect(body.application.keys).toMatchObject([{ id: body.keyId, state: 'live', lastUsedAt: null }])
      expect(await statusOf(body.secret)).toBe(200)
      const details = await clientOf(running().url, body.secret).get('/protected/json/app/details')
      expect(details.body).toMatchObject({ app: { name: 'Webshop', phone_calls_enabled: false } })
    })

    it('shows its key in no list, and the hint and the last use of it', async () => {
      const { keys } = await identityConsole(running())
      const { body } = await keys.createApplication({ body: { name: 'Quiet' } })
      await statusOf(body.secret)
      await running().app.background.drain()
      const found = await untilUsed(keys, body.application.id)
      const list = await keys.listApplications({})
      const all = JSON.stringify([
        found,
        list.body,
        (await keys.listKeys({ query: { service: 'twofactor' } })).body,
      ])
      expect(all).not.toContain(body.secret)
      expect(all).not.toContain(body.secret.slice(10))
      expect(found.keys[0]).toMatchObject({ hint: body.secret.slice(0, 9), scopes: [] })
      expect(found.keys[0]?.lastUsedAt).not.toBeNull()
      expect(JSON.stringify(await rowsOf(running().app.context.database, 'audit_entries'))).not.toContain(
        body.secret,
      )
      expect(running().logLines.join('\n')).not.toContain(body.secret)
    })

    it('is changed member by member, at once for its requests', async () => {
      const { keys } = await identityConsole(running())
      const { body } = await keys.createApplication({
        body: { name: 'Before', settings: { quota: 5, callback: 'https://example.org/hook' } },
      })
      expect(await statusOf(body.secret)).toBe(200)
      const params = { applicationId: body.application.id }
      const changed = await keys.updateApplication({
        params,
        body: { name: 'After', settings: { callback: null, codeLength: 8 } },
      })
      expect(changed.body).toMatchObject({ name: 'After', settings: { quota: 5, codeLength: 8 } })
      expect(changed.body.settings.callback).toBeUndefined()
      const details = await clientOf(running().url, body.secret).get('/protected/json/app/details')
      expect(details.body).toMatchObject({ app: { name: 'After' } })
    })

    it('takes no callback that the server may not call, and says at which member', async () => {
      const { keys } = await identityConsole(running())
      const settings = { callback: 'http://127.0.0.1:1/hook' }
      const response = await fetch(`${running().url}/console/api/applications`, {
        method: 'POST',
        headers: { ...(await identityConsole(running())).headers, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Inside', settings }),
      })
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({ errors: [{ pointer: '/settings/callback' }] })
      const { body } = await keys.createApplication({ body: { name: 'Inside' } })
      const call = keys.updateApplication({
        params: { applicationId: body.application.id },
        body: { settings },
      })
      expect(await refusalOf(call)).toEqual([422, 'invalid'])
    })

    it('opens nothing while it is disabled, and again when it is enabled', async () => {
      const { keys } = await identityConsole(running())
      const { body } = await keys.createApplication({ body: { name: 'Paused' } })
      const params = { applicationId: body.application.id }
      expect(await statusOf(body.secret)).toBe(200)
      const disabled = await keys.disableApplication({ params })
      expect(disabled.body.disabledAt).not.toBeNull()
      expect(await statusOf(body.secret)).toBe(401)
      await keys.disableApplication({ params })
      await keys.enableApplication({ params })
      expect(await statusOf(body.secret)).toBe(200)
      const actions = await actionsIn(running().app.context.database)
      expect(actions.filter((action) => action === 'application.disable')).toHaveLength(1)
    })

    it('is listed page by page, the newest first', async () => {
      const { keys } = await identityConsole(running(), { organisation: 'Pages' })
      const made: string[] = []
      for (const name of ['One', 'Two', 'Three'])
        made.unshift((await keys.createApplication({ body: { name } })).body.application.id)
      const first = await keys.listApplications({ query: { limit: 2 } })
      expect(first.body.data.map(({ id }) => id)).toEqual(made.slice(0, 2))
      const second = await keys.listApplications({ query: { limit: 2, cursor: first.body.nextCursor ?? '' } })
      expect(second.body.data.map(({ id }) => id)).toEqual(made.slice(2))
      expect(second.body.nextCursor).toBeNull()
      const forged = keys.listApplications({ query: { cursor: `${first.body.nextCursor}x` } })
      expect(await refusalOf(forged)).toEqual([400, 'invalid-parameter'])
    })
  })

  describe('a key', () => {
    it('of the events has the scopes that were chosen', async () => {
      const { keys } = await identityConsole(running())
      const { body } = await keys.createEventsKey({ body: { name: 'Reader', scopes: ['events:read'] } })
      expect(body.secret).toMatch(/^lyev_/)
      expect(body.key).toMatchObject({ service: 'events', scopes: ['events:read'], applicationId: null })
      expect(await eventsStatus(body.secret)).toBe(200)
      const listed = await keys.listKeys({ query: { service: 'events' } })
      expect(listed.body.data[0]).toMatchObject({ id: body.key.id, name: 'Reader' })
    })

    it('has a name without control characters', async () => {
      const { keys } = await identityConsole(running())
      expect(await refusalOf(keys.createEventsKey({ body: { name: 'a\u202eb' } }))).toEqual([422, 'invalid'])
    })

    it('is refused from its revocation on', async () => {
      const { keys } = await identityConsole(running())
      const { body } = await keys.createEventsKey({ body: { name: 'Gone' } })
      expect(await eventsStatus(body.secret)).toBe(200)
      const params = { keyId: body.key.id }
      expect((await keys.revokeKey({ params })).status).toBe(204)
      expect(await eventsStatus(body.secret)).toBe(401)
      expect((await keys.revokeKey({ params })).status).toBe(204)
      expect(await refusalOf(keys.rotateKey({ params, body: { overlapSeconds: 0 } }))).toEqual([
        409,
        'conflict',
      ])
    })
  })

  describe('a rotation', () => {
    it('keeps the old key for a while, and the new one has the same scopes', async () => {
      const { keys } = await identityConsole(running())
      const { body: old } = await keys.createEventsKey({ body: { name: 'Reader', scopes: ['events:read'] } })
      expect(await eventsStatus(old.secret)).toBe(200)
      const params = { keyId: old.key.id }
      const { body } = await keys.rotateKey({ params, body: { overlapSeconds: 600 } })
      expect(body.key).toMatchObject({ scopes: ['events:read'], name: 'Reader', state: 'live' })
      expect([await eventsStatus(old.secret), await eventsStatus(body.secret)]).toEqual([200, 200])
      const listed = (await keys.listKeys({ query: { service: 'events' } })).body.data
      expect(listed.find(({ id }) => id === old.key.id)).toMatchObject({
        state: 'ending',
        successorId: body.key.id,
      })
      running().clock.advance(10 * MINUTE_MS)
      expect([await eventsStatus(old.secret), await eventsStatus(body.secret)]).toEqual([401, 200])
    })

    it('ends the old key at once where no time is left to it', async () => {
      const { keys } = await identityConsole(running())
      const made = await keys.createApplication({ body: { name: 'Leaked' } })
      expect(await statusOf(made.body.secret)).toBe(200)
      const params = { keyId: made.body.keyId }
      const { body } = await keys.rotateKey({ params, body: { overlapSeconds: 0 } })
      expect([await statusOf(made.body.secret), await statusOf(body.secret)]).toEqual([401, 200])
      expect(body.key.applicationId).toBe(made.body.application.id)
    })

    it('of many at once makes one key', async () => {
      const { keys } = await identityConsole(running())
      const { body } = await keys.createEventsKey({ body: { name: 'Contested' } })
      const params = { keyId: body.key.id }
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, () => keys.rotateKey({ params, body: { overlapSeconds: 60 } })),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const named = (await keys.listKeys({ query: { service: 'events' } })).body.data.filter(
        ({ name }) => name === 'Contested',
      )
      expect(named).toHaveLength(2)
    })

    it('has callbacks signed by the old key until the new one is used', async () => {
      const { keys } = await identityConsole(running())
      const made = await keys.createApplication({ body: { name: 'Signed' } })
      await statusOf(made.body.secret)
      await untilUsed(keys, made.body.application.id)
      const rotation = { params: { keyId: made.body.keyId }, body: { overlapSeconds: 3600 } }
      const { body } = await keys.rotateKey(rotation)
      const signer = () => signingKeyOf(running(), made.body.application.id)
      expect(await signer()).toBe(made.body.secret)
      await statusOf(body.secret)
      await untilUsed(keys, made.body.application.id)
      expect(await signer()).toBe(body.secret)
    })

    it('has callbacks signed by the new key where the old one is over', async () => {
      const { keys } = await identityConsole(running())
      const made = await keys.createApplication({ body: { name: 'Over' } })
      await statusOf(made.body.secret)
      await untilUsed(keys, made.body.application.id)
      const rotation = { params: { keyId: made.body.keyId }, body: { overlapSeconds: 0 } }
      const { body } = await keys.rotateKey(rotation)
      expect(await signingKeyOf(running(), made.body.application.id)).toBe(body.secret)
    })
  })

  describe('an operator', () => {
    it('of one organisation finds nothing of another', async () => {
      const [mine, other] = [
        await identityConsole(running(), { organisation: 'Mine' }),
        await identityConsole(running(), { organisation: 'Other' }),
      ]
      const made = await other.keys.createApplication({ body: { name: 'Theirs' } })
      const params = { applicationId: made.body.application.id }
      const keyParams = { keyId: made.body.keyId }
      expect((await mine.keys.listApplications({})).body.data).toEqual([])
      expect((await mine.keys.listKeys({ query: { service: 'twofactor' } })).body.data).toEqual([])
      const calls = [
        mine.keys.getApplication({ params }),
        mine.keys.updateApplication({ params, body: { name: 'Mine now' } }),
        mine.keys.disableApplication({ params }),
        mine.keys.enableApplication({ params }),
        mine.keys.rotateKey({ params: keyParams, body: { overlapSeconds: 0 } }),
        mine.keys.revokeKey({ params: keyParams }),
      ]
      for (const refusal of await Promise.all(calls.map(refusalOf)))
        expect(refusal).toEqual([404, 'not-found'])
      expect(await statusOf(made.body.secret)).toBe(200)
    })

    it('who reads only makes, changes and ends nothing', async () => {
      const owner = await identityConsole(running())
      const { keys } = await identityConsole(running(), { role: 'read-only' })
      const made = await owner.keys.createApplication({ body: { name: 'Seen' } })
      const params = { applicationId: made.body.application.id }
      const keyParams = { keyId: made.body.keyId }
      expect((await keys.getApplication({ params })).status).toBe(200)
      const calls = [
        keys.createApplication({ body: { name: 'No' } }),
        keys.createEventsKey({ body: { name: 'No' } }),
        keys.updateApplication({ params, body: { name: 'No' } }),
        keys.disableApplication({ params }),
        keys.rotateKey({ params: keyParams, body: { overlapSeconds: 0 } }),
        keys.revokeKey({ params: keyParams }),
      ]
      for (const refusal of await Promise.all(calls.map(refusalOf)))
        expect(refusal).toEqual([403, 'forbidden'])
    })

    it('of support sees which applications there are, and no key of theirs', async () => {
      const owner = await identityConsole(running())
      await owner.keys.createApplication({ body: { name: 'Helped' } })
      const { keys } = await identityConsole(running(), { role: 'support' })
      const { body } = await keys.listApplications({})
      expect(body.data.length).toBeGreaterThan(0)
      expect(body.data.flatMap((application) => application.keys)).toEqual([])
      expect(await refusalOf(keys.listKeys({ query: { service: 'events' } }))).toEqual([403, 'forbidden'])
    })
  })
})

type Keys = Awaited<ReturnType<typeof identityConsole>>['keys']

/** The use of a key is written down beside the request. */
async function untilUsed(keys: Keys, applicationId: string) {
  for (;;) {
    const { body } = await keys.getApplication({ params: { applicationId } })
    if (body.keys[0]?.lastUsedAt !== null) return body
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

function signingKeyOf({ app }: RunningApp, applicationId: string): Promise<string | undefined> {
  const changes = { on: () => () => {}, onMissed: () => () => {} }
  return createApplicationDirectory(app.context, changes).findKey(applicationId)
}
