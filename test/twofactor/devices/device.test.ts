import { beforeAll, describe, expect, it } from 'vitest'
import { rawEd25519ToJwk, thumbprint } from '../../../src/kernel/jwt/public-key.ts'
import { createHotp, stepAt } from '../../../src/twofactor/devices/totp.ts'
import { onEachApp } from '../../harness.ts'
import { openEvents } from '../../issuer/events.ts'
import { newSigner, signToken } from '../../kernel/jwt/tokens.ts'
import { newReceiver } from '../../kernel/web-push/receiver.ts'
import { expectRefusal, newClient, send, type TwofactorClient } from '../client.ts'
import {
  askApproval,
  enrolmentCode,
  newDevice,
  newUserWithDevice,
  readApproval,
  type UserDevice,
} from '../device.ts'
import { dump } from '../dump.ts'

const UNKNOWN = '{"error_code":"60049","message":"Approval request not found","errors":{},"success":false}'

onEachApp("the app's wire", (running) => {
  let client: TwofactorClient
  beforeAll(async () => {
    client = await newClient(running())
  })
  const shownTo = async (device: UserDevice) =>
    (await device.inbox()).body.approval_requests as Record<string, unknown>[]

  describe('createEnrolment and enrolDevice', () => {
    it('give a link and a picture of it for a quarter of an hour', async () => {
      const id = await client.enrol()
      const answer = await client.post(`/protected/json/users/${id}/enrolments`)
      const { code } = answer.body.enrolment as { code: string }
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          enrolment: {
            code,
            url: `http://lanyard.test/authenticator#/enrol/${code}`,
            qr_code: expect.stringMatching(/^data:image\/png;base64,iVBORw0KGgo/),
            expires_at: new Date(running().clock.now() + 900_000).toISOString(),
          },
          success: true,
        },
      ])
      expect(code.length).toBeGreaterThanOrEqual(16)
      expectRefusal(await client.post('/protected/json/users/1/enrolments'), 404, '60026')
    })

    it.each(['EdDSA', 'ES256'] as const)(
      'enrol a device with a key for %s, and its tokens verify',
      async (alg) => {
        const id = await client.enrol()
        const device = newDevice(running(), alg)
        const answer = await device.enrol(await enrolmentCode(client, id))
        expect([answer.status, answer.body]).toEqual([
          200,
          {
            device: { uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) },
            twofactor_id: id,
            app: { name: 'Shop', app_id: expect.any(Number) },
            totp: {
              uri: expect.stringMatching(/^otpauth:\/\/totp\/Shop:Phone\?secret=[A-Z2-7]{32}&issuer=Shop&/),
            },
            success: true,
          },
        ])
        const { uri } = answer.body.totp as { uri: string }
        const token = tokenOf(uri, running().clock.now())
        const verified = await client.get(`/protected/json/verify/${token}/${id}`)
        expect(verified.body).toMatchObject({ success: 'true', device: { id: uuidOf(answer.body) } })
      },
    )

    it('give each device a seed of its own', async () => {
      const id = await client.enrol()
      const uris: string[] = []
      for (let n = 0; n < 2; n++) {
        const { body } = await newDevice(running()).enrol(await enrolmentCode(client, id))
        uris.push((body.totp as { uri: string }).uri)
      }
      expect(new Set(uris).size).toBe(2)
      for (const uri of uris) {
        const token = tokenOf(uri, running().clock.now())
        expect((await client.get(`/protected/json/verify/${token}/${id}`)).status).toBe(200)
      }
    })

    it('work once', async () => {
      const code = await enrolmentCode(client, await client.enrol())
      expect((await newDevice(running()).enrol(code)).status).toBe(200)
      expectRefusal(await newDevice(running()).enrol(code), 404, '60050')
    })

    it('work for one of fifty at once', async () => {
      const id = await client.enrol()
      const code = await enrolmentCode(client, id)
      const answers = await Promise.all(Array.from({ length: 50 }, () => newDevice(running()).enrol(code)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(404)])
      const { body } = await client.get(`/protected/json/users/${id}/status`)
      expect(body.status).toMatchObject({ devices: ['android'] })
    })

    it.each([
      [899_999, 200],
      [900_000, 404],
    ])('after %i ms answer with %i', async (ms, status) => {
      const code = await enrolmentCode(client, await client.enrol())
      running().clock.advance(ms)
      expect((await newDevice(running()).enrol(code)).status).toBe(status)
    })

    it('refuse an unknown code and leave the right one unspent by a bad token', async () => {
      const device = newDevice(running())
      const code = await enrolmentCode(client, await client.enrol())
      expectRefusal(await device.enrol('x'.repeat(24)), 404, '60050')
      const jwk = { jwk: device.signer.jwk }
      const path = `/enrolments/${code}`
      const other = newSigner()
      const offCurve = rawEd25519ToJwk(`Ag${'A'.repeat(41)}`)
      const bad = [
        device.token({}),
        device.token({ aud: 'http://other.test' }, jwk),
        device.token({ aud: undefined }, jwk),
        device.token({ iat: undefined }, jwk),
        device.token({ iat: Math.floor(running().clock.now() / 1000) - 700 }, jwk),
        device.token({ jti: undefined }, jwk),
        device.token({ sub: 'A'.repeat(43) }, jwk),
        device.token({}, { jwk: other.jwk }),
        device.token({ sub: thumbprint(offCurve) }, { jwk: offCurve }),
        signToken(
          other,
          JSON.parse(Buffer.from(device.token().split('.')[1] ?? '', 'base64url').toString()),
          {
            alg: 'EdDSA',
            ...jwk,
          },
        ),
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`,
        'nonsense',
        '',
        device.token({ purpose: 'inbox' }, jwk),
        device.token({ role: 'admin' }, jwk),
        device.token({ name: 'a\nb' }, jwk),
        device.token({ devtoken: { endpoint: 'http://127.0.0.1/x', keys: { p256dh: 'a', auth: 'b' } } }, jwk),
      ]
      for (const token of bad) {
        const { status, body } = await device.call('POST', path, token)
        expect([400, 401]).toContain(status)
        expect(body).toMatchObject({ success: false, errors: { message: expect.any(String) } })
      }
      expect((await device.enrol(code)).status).toBe(200)
    })

    it('refuse the same device twice for one user, and take it for another', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const again = await enrolmentCode(client, id)
      expectRefusal(await device.enrol(again), 400, '60004')
      expect((await newDevice(running()).enrol(again)).status).toBe(200)
      const other = await client.enrol()
      expect((await device.enrol(await enrolmentCode(client, other))).status).toBe(200)
      const asked = [await askApproval(client, id), await askApproval(client, other)]
      const shown = (await shownTo(device)).map(({ uuid }) => uuid)
      expect(shown.sort()).toEqual(asked.map(({ uuid }) => uuid).sort())
    })
  })

  describe('listDeviceApprovals', () => {
    it('shows what waits for this device, oldest first, and nothing else', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const other = await newUserWithDevice(running(), client)
      const first = await askApproval(client, id)
      running().clock.advance(1_000)
      const second = await askApproval(client, id)
      await askApproval(client, other.id)
      expect((await shownTo(device)).map(({ uuid }) => uuid)).toEqual([first.uuid, second.uuid])
      await device.answer(first.uuid, { status: 'approved' })
      expect((await shownTo(device)).map(({ uuid }) => uuid)).toEqual([second.uuid])
    })

    it('opens to a token for sixty seconds, again and again, and to nothing else', async () => {
      const { device } = await newUserWithDevice(running(), client)
      const read = (authorization: string) =>
        send(`${running().url}/twofactor/device/approvals`, 'GET', { headers: { authorization } })
      const token = device.inboxToken()
      for (let n = 0; n < 3; n++) expect((await read(`JWT ${token}`)).status).toBe(200)
      for (const bad of [
        '',
        token,
        `Bearer ${token}`,
        `JWT ${device.token()}`,
        `JWT ${device.token({ uuid: 'x', status: 'approved' })}`,
        `JWT ${device.inboxToken({ aud: 'http://other.test' })}`,
        `JWT ${newDevice(running()).inboxToken()}`,
        `JWT ${token.slice(0, -6)}AAAAAA`,
      ]) {
        const { status, body } = await read(bad)
        expect([400, 401]).toContain(status)
        expect(body).toMatchObject({ success: false })
      }
      running().clock.advance(59_000)
      expect((await read(`JWT ${token}`)).status).toBe(200)
      running().clock.advance(2_000)
      expectRefusal(await read(`JWT ${token}`), 401, '60024')
    })

    it('has tokens that are good for nothing else', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const { uuid } = await askApproval(client, id)
      const calls = [
        ['POST', `/approvals/${uuid}`],
        ['PUT', ''],
        ['DELETE', ''],
        ['POST', `/enrolments/${await enrolmentCode(client, id)}`],
      ] as const
      for (const [method, path] of calls) {
        for (const token of [device.inboxToken(), device.inboxToken({ jti: `inbox-${method}${path}` })]) {
          const { status } = await device.call(method, path, token)
          expect([400, 401]).toContain(status)
        }
      }
      expect(await readApproval(client, uuid)).toMatchObject({ status: 'pending' })
      expect((await device.inbox()).status).toBe(200)
    })
  })

  describe('streamDeviceApprovals', () => {
    const open = (device: UserDevice) =>
      openEvents(running(), '/device/events', { authorization: `JWT ${device.inboxToken()}` }, 'twofactor')

    it('brings each approval once, those that wait and those that come', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const first = await askApproval(client, id)
      const events = await open(device)
      expect(events.status).toBe(200)
      expect(events.headers.get('content-type')).toBe('text/event-stream')
      expect(await events.next()).toMatchObject({ event: 'approval_request', data: { uuid: first.uuid } })
      const second = await askApproval(client, id, {
        message: 'Pay?',
        details: { a: 'b' },
        hidden_details: { canary: 'c' },
      })
      const event = await events.next()
      expect(event).toMatchObject({
        event: 'approval_request',
        data: { uuid: second.uuid, message: 'Pay?', details: { a: 'b' }, logos: [] },
      })
      expect(JSON.stringify(event)).not.toContain('canary')
      events.leave()
    })

    it('tells how each approval ends, to every device of the user', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const other = newDevice(running())
      expect((await other.enrol(await enrolmentCode(client, id))).status).toBe(200)
      const streams = [await open(device), await open(other)]
      for (const status of ['approved', 'denied', 'expired'] as const) {
        running().clock.advance(600_000)
        const { uuid } = await askApproval(client, id, { message: 'a', seconds_to_expire: 60 })
        for (const events of streams)
          expect(await events.next()).toMatchObject({ event: 'approval_request', data: { uuid } })
        if (status === 'expired') {
          running().clock.advance(60_000)
          await running().app.background.drain()
        } else expect((await device.answer(uuid, { status })).status).toBe(200)
        for (const events of streams)
          expect(await events.next()).toEqual({ event: 'approval_request_status', data: { uuid, status } })
      }
      for (const events of streams) events.leave()
    })

    it('tells that an approval is over with its user, where the device has another', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const second = await client.enrol()
      expect((await device.enrol(await enrolmentCode(client, second))).status).toBe(200)
      const events = await open(device)
      const { uuid } = await askApproval(client, second)
      expect(await events.next()).toMatchObject({ data: { uuid } })
      await client.post(`/protected/json/users/${second}/remove`)
      expect(await events.next()).toEqual({
        event: 'approval_request_status',
        data: { uuid, status: 'expired' },
      })
      const next = await askApproval(client, id)
      expect(await events.next()).toMatchObject({ event: 'approval_request', data: { uuid: next.uuid } })
      events.leave()
    })

    it('ends when the device is taken off, and when the user is removed', async () => {
      const one = await newUserWithDevice(running(), client)
      const events = await open(one.device)
      expect((await one.device.call('DELETE', '', one.device.token())).status).toBe(200)
      expect(await events.next()).toBe(undefined)
      const two = await newUserWithDevice(running(), client)
      const others = await open(two.device)
      await client.post(`/protected/json/users/${two.id}/remove`)
      expect(await others.next()).toBe(undefined)
    })

    it('is closed to strangers', async () => {
      const events = await open(newDevice(running()))
      expect(events.status).toBe(401)
      events.leave()
    })
  })

  describe('answerApproval', () => {
    it.each(['approved', 'denied'])('says %s once', async (status) => {
      const { id, device } = await newUserWithDevice(running(), client)
      const { uuid } = await askApproval(client, id)
      const answer = await device.answer(uuid, { status })
      expect([answer.status, answer.text]).toEqual([200, `{"status":"${status}","success":true}`])
      expectRefusal(await device.answer(uuid, { status: 'approved' }), 409, '60079')
      expect(await readApproval(client, uuid)).toMatchObject({ status })
    })

    it('is settled by one of many who answer at once', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const { uuid } = await askApproval(client, id)
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          device.answer(uuid, { status: n % 2 === 0 ? 'approved' : 'denied' }),
        ),
      )
      const won = answers.filter(({ status }) => status === 200)
      expect(won).toHaveLength(1)
      for (const { status } of answers) expect([200, 409]).toContain(status)
      expect(await readApproval(client, uuid)).toMatchObject({ status: won[0]?.body.status })
    })

    it('is refused when the time is over', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const { uuid } = await askApproval(client, id, { message: 'a', seconds_to_expire: 60 })
      running().clock.advance(60_000)
      expectRefusal(await device.answer(uuid, { status: 'approved' }), 409, '60079')
      expect(await readApproval(client, uuid)).toMatchObject({ status: 'expired' })
    })

    it('takes the right number, and denies at once with a wrong one or none', async () => {
      for (const right of [true, false, undefined]) {
        const { id, device } = await newUserWithDevice(running(), client)
        const { uuid, number = '' } = await askApproval(client, id, { message: 'a', number_match: true })
        const [shown] = await shownTo(device)
        const wrong = ((shown?.numbers ?? []) as string[]).find((candidate) => candidate !== number)
        const given = right === undefined ? {} : { number: right ? number : wrong }
        const answer = await device.answer(uuid, { status: 'approved', ...given })
        expect(answer.body.status).toBe(right === true ? 'approved' : 'denied')
        if (right !== true)
          expectRefusal(await device.answer(uuid, { status: 'approved', number }), 409, '60079')
      }
    })

    it('is refused to another device, for another approval, and the second time with one token', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const stranger = await newUserWithDevice(running(), client)
      const [first, second] = [await askApproval(client, id), await askApproval(client, id)]
      const foreign = await stranger.device.answer(first.uuid, { status: 'approved' })
      expect([foreign.status, foreign.text]).toEqual([404, UNKNOWN])
      const token = device.token({ uuid: first.uuid, status: 'approved' })
      const moved = await device.call('POST', `/approvals/${second.uuid}`, token)
      expect([moved.status, moved.text]).toEqual([404, UNKNOWN])
      const missing = await device.answer('0'.repeat(36), { status: 'approved' })
      expect([missing.status, missing.text]).toEqual([404, UNKNOWN])
      expect(await readApproval(client, first.uuid)).toMatchObject({ status: 'pending' })
      expect((await device.call('POST', `/approvals/${first.uuid}`, token)).status).toBe(200)
      expectRefusal(await device.call('POST', `/approvals/${first.uuid}`, token), 409, '60081')
    })

    it('is refused with a token that proves nothing', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const { uuid } = await askApproval(client, id)
      const claims = { uuid, status: 'approved' }
      const unknown = newDevice(running())
      const bad = [
        `${device.token(claims).slice(0, -4)}AAAA`,
        signToken(unknown.signer, {
          ...claims,
          sub: device.fingerprint,
          aud: 'http://lanyard.test/twofactor',
          iat: Math.floor(running().clock.now() / 1000),
          jti: 'forged',
        }),
        unknown.token(claims),
        device.token(claims, { jwk: device.signer.jwk }),
        device.token({ ...claims, aud: 'http://lanyard.test/issuer' }),
        device.token({ ...claims, iat: Math.floor(running().clock.now() / 1000) - 601 }),
        device.token({ ...claims, jti: undefined }),
      ]
      for (const token of bad)
        expectRefusal(await device.call('POST', `/approvals/${uuid}`, token), 401, '60024')
      for (const members of [{ status: 'maybe' }, {}, { status: 'approved', note: 'x' }])
        expectRefusal(await device.answer(uuid, members), 400, '60004')
      expect(await readApproval(client, uuid)).toMatchObject({ status: 'pending' })
    })

    it('makes the next approval wait after a denial, a minute, then two, until one is approved', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const ask = () =>
        client.post(`/onetouch/json/users/${id}/approval_requests`, { form: { message: 'Log in?' } })
      for (const wait of [60, 120]) {
        await device.answer((await askApproval(client, id)).uuid, { status: 'denied' })
        const refused = await ask()
        expectRefusal(refused, 429, '60003')
        expect(refused.headers.get('retry-after')).toBe(String(wait))
        running().clock.advance(wait * 1000)
      }
      await device.answer((await askApproval(client, id)).uuid, { status: 'approved' })
      await device.answer((await askApproval(client, id)).uuid, { status: 'denied' })
      expect((await ask()).headers.get('retry-after')).toBe('60')
    })

    it('has at most five waiting for a user', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const asked = await Promise.all(
        Array.from({ length: 8 }, () =>
          client.post(`/onetouch/json/users/${id}/approval_requests`, { form: { message: 'a' } }),
        ),
      )
      expect(asked.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
      expect(await shownTo(device)).toHaveLength(5)
    })
  })

  it('ignores parameters that it does not know', async () => {
    const { id, device } = await newUserWithDevice(running(), client)
    const { uuid } = await askApproval(client, id)
    const query = 'foo=1&foo=2&bar'
    const inbox = await send(`${running().url}/twofactor/device/approvals?${query}`, 'GET', {
      headers: { authorization: `JWT ${device.inboxToken()}` },
    })
    expect(inbox.body).toMatchObject({ approval_requests: [{ uuid }], success: true })
    const answer = device.token({ uuid, status: 'approved' })
    expect((await device.call('POST', `/approvals/${uuid}?${query}`, answer)).status).toBe(200)
    expect((await device.call('PUT', `?${query}`, device.token({ name: 'New' }))).status).toBe(200)
  })

  describe('changeDevice and removeDevice', () => {
    it('change the name, and take the device off', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const changed = await device.call('PUT', '', device.token({ name: 'New phone' }))
      expect([changed.status, changed.text]).toEqual([
        200,
        '{"message":"Device was updated.","success":true}',
      ])
      const statusOf = async () =>
        (await client.get(`/protected/json/users/${id}/status`)).body.status as Record<string, unknown>
      expect(await statusOf()).toMatchObject({ detailed_devices: [{ name: 'New phone' }] })
      const { uuid } = await askApproval(client, id)
      const removed = await device.call('DELETE', '', device.token())
      expect([removed.status, removed.text]).toEqual([
        200,
        '{"message":"Device was removed.","success":true}',
      ])
      expect(await statusOf()).toMatchObject({ registered: false, devices: [] })
      expectRefusal(await device.inbox(), 401, '60024')
      expectRefusal(await device.answer(uuid, { status: 'approved' }), 401, '60024')
      const form = { message: 'Log in?' }
      expectRefusal(await client.post(`/onetouch/json/users/${id}/approval_requests`, { form }), 400, '60051')
    })

    it('end the tokens of the device', async () => {
      const id = await client.enrol()
      const device = newDevice(running())
      const { body } = await device.enrol(await enrolmentCode(client, id))
      const token = tokenOf((body.totp as { uri: string }).uri, running().clock.now())
      await device.call('DELETE', '', device.token())
      expect((await client.get(`/protected/json/verify/${token}/${id}`)).status).toBe(401)
    })

    it('take each token once, and nothing that they do not know', async () => {
      const { device } = await newUserWithDevice(running(), client)
      const token = device.token({ name: 'A' })
      expect((await device.call('PUT', '', token)).status).toBe(200)
      expectRefusal(await device.call('PUT', '', token), 409, '60081')
      expectRefusal(await device.call('PUT', '', device.token({ role: 'x' })), 400, '60004')
      expectRefusal(await device.call('DELETE', '', device.token({ name: 'x' })), 400, '60004')
      expectRefusal(
        await newDevice(running()).call('PUT', '', `${device.token().slice(0, -4)}AAAA`),
        401,
        '60024',
      )
    })

    it('take a push subscription, which nobody who reads the database sees, and none of an inner address', async () => {
      const { device } = await newUserWithDevice(running(), client)
      const endpoint = 'https://fcm.googleapis.com/x'
      const { keys } = newReceiver()
      const put = (devtoken: unknown) => device.call('PUT', '', device.token({ devtoken }))
      for (const devtoken of [
        { endpoint: 'http://169.254.169.254/x', keys },
        { endpoint: 'http://fcm.googleapis.com/x', keys },
        { endpoint, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } },
        { endpoint, keys: { ...keys, p256dh: keys.p256dh.slice(1) } },
        { endpoint, keys: { ...keys, auth: keys.auth.slice(1) } },
        { endpoint, keys: { ...keys, auth: 'short' } },
      ])
        expectRefusal(await put(devtoken), 400, '60004')
      expect((await put({ endpoint, keys })).status).toBe(200)
      expect(await dump(running().app.context.database)).not.toContain('fcm.googleapis.com')
      expect((await put(null)).status).toBe(200)
    })
  })
})

function uuidOf(body: Record<string, unknown>): string {
  return (body.device as { uuid: string }).uuid
}

function tokenOf(uri: string, now: number): string {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  const bits = [...secret]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const seed = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  return createHotp(seed)(stepAt(now))
}
