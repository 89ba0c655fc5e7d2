import { expect, it } from 'vitest'
import { onEachApp } from '../harness.ts'
import { newName, signedIn } from './operations.ts'
import { refusalOf } from './wire.ts'

onEachApp(
  'the server in the console',
  (running) => {
    it('getSettings tells what is in force, and no secret', async () => {
      const { api } = await signedIn(running())
      const { body } = await api.getSettings({})
      expect(body.channels).toMatchObject({
        sms: { kind: 'gateways', gateways: ['twilio'] },
        email: { kind: 'outbox', gateways: [] },
        voice: { kind: 'outbox' },
        push: { kind: 'off' },
      })
      expect(body.addresses).toMatchObject({ console: 'http://lanyard.test/console' })
      expect(body.settings.find(({ name }) => name === 'PORT')).toMatchObject({
        fallback: '4000',
        isSecret: false,
      })
      expect(body.settings.filter(({ isSecret }) => isSecret).every(({ value }) => value === null)).toBe(true)
      expect(body.findings.map(({ name }) => name)).toEqual(expect.arrayContaining(['node', 'disk', 'jobs']))
      expect(JSON.stringify(body)).not.toContain('hunter2')
    })

    it('getSettings is for those who see the whole server', async () => {
      const bound = await signedIn(running(), { organisation: newName('server') })
      const organiser = await signedIn(running(), { role: 'organiser' })
      const reader = await signedIn(running(), { role: 'read-only' })
      expect(await refusalOf(bound.api.getSettings({}))).toEqual([403, 'forbidden'])
      expect(await refusalOf(organiser.api.getSettings({}))).toEqual([403, 'forbidden'])
      expect((await reader.api.getSettings({})).status).toBe(200)
    })

    it('getStart tells how far an organisation has come', async () => {
      const { api } = await signedIn(running(), { organisation: newName('start') })
      const nothing = { applications: 0, keys: 0, events: 0, openEvents: 0, firstEventId: null, passkeys: 0 }
      expect((await api.getStart({})).body).toMatchObject(nothing)
      await api.createApplication({ body: { name: 'Shop' } })
      expect((await api.getStart({})).body).toMatchObject({ ...nothing, applications: 1, keys: 1 })
    })

    it('getStart counts a key that was rotated until it ends', async () => {
      const { api } = await signedIn(running(), { organisation: newName('rotated') })
      const { body } = await api.createApplication({ body: { name: 'Shop' } })
      await api.rotateKey({ params: { keyId: body.keyId }, body: { overlapSeconds: 3_600 } })
      expect((await api.getStart({})).body.keys).toBe(2)
      running().clock.advance(3_600_000)
      expect((await api.getStart({})).body.keys).toBe(1)
    })
  },
  {
    settings: {
      LANYARD_SMS: 'twilio://AC00000000000000000000000000000000:hunter2@api.twilio.com?from=+15005550006',
    },
  },
)
