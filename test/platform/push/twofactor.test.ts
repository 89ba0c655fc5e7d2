import { afterAll, beforeAll, expect, it } from 'vitest'
import { thumbprint } from '../../../src/kernel/jwt/public-key.ts'
import { createApiKey } from '../../../src/platform/accounts/api-keys.ts'
import { dropDevtoken, findPushDevice } from '../../../src/twofactor/approvals/push-store.ts'
import { onEachApp } from '../../harness.ts'
import { newSigner, signToken } from '../../kernel/jwt/tokens.ts'
import { scaled } from '../../seed.ts'
import { type Browser, type PushService, startPushService } from './push-service.ts'

type Fields = Record<string, unknown>
type Device = { uuid: string; pushKey: string; token(members: Fields): string }

onEachApp(
  'an approval for a user whose devices take push messages',
  (running) => {
    let service: PushService
    let key = ''
    let phones = 5_550_100
    let tokens = 0
    beforeAll(async () => {
      service = await startPushService(() => running().clock.now())
      key = (await createApiKey(running().app.context, { service: 'twofactor', name: 'Shop' })).key.reveal()
    })
    afterAll(() => service.close())

    const drain = () => running().app.background.drain()
    async function call<T = Fields>(method: string, path: string, body?: Fields | string): Promise<T> {
      const isToken = typeof body === 'string'
      const response = await fetch(`${running().url}/twofactor${path}`, {
        method,
        headers: {
          ...(isToken ? {} : { 'x-twofactor-api-key': key }),
          'content-type': isToken ? 'application/jwt' : 'application/json',
        },
        ...(body === undefined ? {} : { body: isToken ? body : JSON.stringify(body) }),
      })
      const answer = (await response.json()) as T
      expect(response.status, JSON.stringify(answer)).toBe(200)
      return answer
    }
    async function newUser(): Promise<number> {
      const user = { cellphone: `212${++phones}`, country_code: '1', email: 'ada@example.org' }
      return (await call<{ twofactor_id: number }>('POST', '/protected/json/users/new', { user }))
        .twofactor_id
    }
    async function enrol(user: number, browser?: Browser): Promise<Device> {
      const signer = newSigner()
      const { enrolment } = await call<{ enrolment: { code: string } }>(
        'POST',
        `/protected/json/users/${user}/enrolments`,
        {},
      )
      const token = (members: Fields, header: Fields = {}) => {
        const iat = running().clock.now() / 1000
        const own = {
          sub: thumbprint(signer.jwk),
          aud: 'http://lanyard.test/twofactor',
          iat,
          jti: `j${++tokens}`,
        }
        return signToken(signer, { ...own, ...members }, { alg: signer.alg, ...header })
      }
      const members = browser === undefined ? {} : { devtoken: browser.subscription }
      const answer = await call<{ device: { uuid: string }; push_key: string }>(
        'POST',
        `/device/enrolments/${enrolment.code}`,
        token(members, { jwk: signer.jwk }),
      )
      return { uuid: answer.device.uuid, pushKey: answer.push_key, token }
    }
    async function ask(user: number): Promise<string> {
      const path = `/onetouch/json/users/${user}/approval_requests`
      const asked = await call<{ approval_request: { uuid: string } }>('POST', path, { message: 'Pay 5 €' })
      return asked.approval_request.uuid
    }
    const notified = async (uuid: string) => {
      const path = `/onetouch/json/approval_requests/${uuid}`
      return (await call<{ approval_request: { notified: boolean } }>('GET', path)).approval_request.notified
    }
    const devtokenOf = async ({ uuid }: Device) =>
      (await findPushDevice(running().app.context.database, uuid))?.devtoken ?? null

    it('is told to all of them by its uuid alone', async () => {
      const user = await newUser()
      const browsers = [service.subscribe(), service.subscribe()]
      const devices = [await enrol(user, browsers[0]), await enrol(user, browsers[1]), await enrol(user)]
      const uuid = await ask(user)
      expect(await notified(uuid)).toBe(false)
      await drain()
      for (const { arrivals } of browsers)
        expect(arrivals.map(({ data }) => data)).toEqual([{ kind: 'approval_request', uuid }])
      expect(await notified(uuid)).toBe(true)
      expect(browsers[0]?.arrivals[0]?.headers).toMatchObject({ ttl: '86400', urgency: 'high' })
      const { pushKey } = devices[0] as Device
      expect(browsers[0]?.arrivals[0]?.headers.authorization).toContain(`k=${pushKey}`)
    })

    const bombs = scaled(100, 1_000)
    it(`is one of five that are pushed, once each, of ${bombs} that are asked for at once`, async () => {
      const user = await newUser()
      const browser = service.subscribe()
      await enrol(user, browser)
      const asked = await Promise.all(
        Array.from({ length: bombs }, () =>
          fetch(`${running().url}/twofactor/onetouch/json/users/${user}/approval_requests`, {
            method: 'POST',
            headers: { 'x-twofactor-api-key': key, 'content-type': 'application/json' },
            body: '{"message":"Log in?"}',
          }),
        ),
      )
      const refused = asked.filter(({ status }) => status === 429)
      expect(refused).toHaveLength(bombs - 5)
      await drain()
      const uuids = browser.arrivals.map(({ data }) => data.uuid)
      expect([uuids.length, new Set(uuids).size]).toEqual([5, 5])
    })

    it('was told to nobody where no push service took it', async () => {
      const user = await newUser()
      const browser = service.subscribe()
      browser.answer = 500
      await enrol(user, browser)
      const uuid = await ask(user)
      await drain()
      expect([browser.arrivals.length, await notified(uuid)]).toEqual([1, false])
      browser.answer = 201
      running().clock.advance(2_000)
      await drain()
      expect([browser.arrivals.length, await notified(uuid)]).toEqual([2, true])
    })

    it('is not pushed again once it is answered', async () => {
      const user = await newUser()
      const browser = service.subscribe()
      browser.answer = 429
      const device = await enrol(user, browser)
      const uuid = await ask(user)
      await drain()
      await call('POST', `/device/approvals/${uuid}`, device.token({ uuid, status: 'approved' }))
      running().clock.advance(60_000)
      await drain()
      expect(browser.arrivals).toHaveLength(1)
    })

    it('ends a subscription that is gone, but not one that took its place', async () => {
      const user = await newUser()
      const browser = service.subscribe()
      browser.answer = 404
      const device = await enrol(user, browser)
      await ask(user)
      await drain()
      expect(await devtokenOf(device)).toBeNull()
      const [other, fresh] = [service.subscribe(), service.subscribe()]
      await call('PUT', '/device', device.token({ devtoken: other.subscription }))
      const before = (await devtokenOf(device)) ?? ''
      await call('PUT', '/device', device.token({ devtoken: fresh.subscription }))
      await dropDevtoken(running().app.context.database, device.uuid, before)
      const uuid = await ask(user)
      await drain()
      expect(browser.arrivals).toHaveLength(1)
      expect(fresh.arrivals.map(({ data }) => data.uuid)).toEqual([uuid])
    })

    it('is pushed no more often than it may be asked', async () => {
      const user = await newUser()
      const browser = service.subscribe()
      await enrol(user, browser)
      const path = `${running().url}/twofactor/onetouch/json/users/${user}/approval_requests`
      const headers = { 'x-twofactor-api-key': key, 'content-type': 'application/json' }
      const asks = Array.from({ length: 100 }, () =>
        fetch(path, { method: 'POST', headers, body: '{"message":"Pay"}' }),
      )
      const statuses = (await Promise.all(asks)).map(({ status }) => status)
      await drain()
      const created = statuses.filter((status) => status === 200).length
      expect(created).toBeLessThanOrEqual(5)
      expect(statuses.filter((status) => status === 429).length).toBe(100 - created)
      expect(browser.arrivals).toHaveLength(created)
    })

    it('is told to nobody who removed the device', async () => {
      const user = await newUser()
      const browser = service.subscribe()
      browser.answer = 503
      const device = await enrol(user, browser)
      await ask(user)
      await drain()
      await call('DELETE', '/device', device.token({}))
      running().clock.advance(60_000)
      await drain()
      expect(browser.arrivals).toHaveLength(1)
    })
  },
  { settings: { LANYARD_OUTBOUND_ALLOW: '127.0.0.1', LANYARD_PUSH: 'on', LANYARD_RATE: 'off' } },
)
