import { beforeAll, describe, expect, it } from 'vitest'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import type { AuditTables } from '../../../src/platform/audit/tables.ts'
import { onEachApp } from '../../harness.ts'
import { openEvents } from '../../issuer/events.ts'
import { tamper } from '../../issuer/tampering.ts'
import { expectRefusal, newClient, type TwofactorClient } from '../client.ts'
import { askApproval, enrolmentCode, newDevice, newUserWithDevice, type UserDevice } from '../device.ts'
import { dump } from '../dump.ts'
import { decodeBase32, readUserRow, totp, verify } from '../tokens.ts'

const MOST_DEVICES = 20
const ENTRANTS = 30

const auditOf = statementsOf<AuditTables>()((db, p: { subject: string }) =>
  db
    .selectFrom('audit_entries')
    .select(['actor', 'action', 'detail'])
    .where('subject', '=', p.subject)
    .orderBy('at'),
)

type Enrolment = { code: string; twofactor_id: number }

onEachApp('moveDevice', (running) => {
  let client: TwofactorClient
  beforeAll(async () => {
    client = await newClient(running())
  })

  const move = (device: UserDevice, token = device.token({ move: true })) =>
    device.call('POST', '/move', token)

  async function moveCodes(device: UserDevice): Promise<Enrolment[]> {
    const answer = await move(device)
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
    return answer.body.enrolments as Enrolment[]
  }

  async function moveCode(device: UserDevice): Promise<string> {
    const [enrolment] = await moveCodes(device)
    return enrolment?.code ?? ''
  }

  /** What the application knows of the user's devices. */
  async function devicesOf(id: number): Promise<unknown[]> {
    const { body } = await client.get(`/protected/json/users/${id}/status`)
    return (body.status as { detailed_devices: unknown[] }).detailed_devices
  }

  function seedOf({ body }: { body: Record<string, unknown> }): Buffer {
    const { uri } = body.totp as { uri: string }
    return decodeBase32(new URL(uri).searchParams.get('secret') ?? '')
  }

  it('gives a code for each user of the device, of every application', async () => {
    const other = await newClient(running(), { name: 'Bank' })
    const { id, device } = await newUserWithDevice(running(), client)
    const second = await other.enrol()
    expect((await device.enrol(await enrolmentCode(other, second))).status).toBe(200)
    const answer = await move(device)
    const enrolment = (twofactor_id: number, name: string) => ({
      code: expect.stringMatching(/^\w{24}$/),
      url: expect.stringMatching(/^http:\/\/lanyard\.test\/authenticator#\/enrol\/\w{24}$/),
      expires_at: new Date(running().clock.now() + 900_000).toISOString(),
      twofactor_id,
      app: { name, app_id: expect.any(Number) },
    })
    expect([answer.status, Object.keys(answer.body), answer.body.success]).toEqual([
      200,
      ['enrolments', 'success'],
      true,
    ])
    const enrolments = answer.body.enrolments as Enrolment[]
    expect(enrolments).toHaveLength(2)
    expect(enrolments).toEqual(expect.arrayContaining([enrolment(id, 'Shop'), enrolment(second, 'Bank')]))
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const stored = await dump(running().app.context.database)
    for (const { code } of enrolments) expect(stored).not.toContain(code)
  })

  it('changes nothing until the new device enrols', async () => {
    const { id, device } = await newUserWithDevice(running(), client)
    await moveCodes(device)
    const { uuid } = await askApproval(client, id)
    expect((await device.answer(uuid, { status: 'approved' })).status).toBe(200)
    expect(await devicesOf(id)).toHaveLength(1)
  })

  describe('a device that enrols with the code', () => {
    it('takes the place of the other, whose key and seed are gone', async () => {
      const id = await client.enrol()
      const old = newDevice(running())
      const oldSeed = seedOf(await old.enrol(await enrolmentCode(client, id), { name: 'Old' }))
      const { uuid } = await askApproval(client, id)
      const next = newDevice(running(), 'ES256')
      const enrolled = await next.enrol(await moveCode(old), { name: 'New' })
      expect([enrolled.status, enrolled.body.twofactor_id]).toEqual([200, id])
      expect(await devicesOf(id)).toEqual([expect.objectContaining({ name: 'New' })])
      expectRefusal(await old.inbox(), 401, '60024')
      expectRefusal(await old.answer(uuid, { status: 'approved' }), 401, '60024')
      expectRefusal(await move(old), 401, '60024')
      expect((await verify(client, id, totp(oldSeed, running().clock.now()))).status).toBe(401)
      expect((await verify(client, id, totp(seedOf(enrolled), running().clock.now()))).status).toBe(200)
      expect((await next.answer(uuid, { status: 'approved' })).status).toBe(200)
    })

    it('is audited with the one that it replaces', async () => {
      const id = await client.enrol()
      const old = newDevice(running())
      const former = await old.enrol(await enrolmentCode(client, id))
      running().clock.advance(1)
      const enrolled = await newDevice(running()).enrol(await moveCode(old))
      const [before, after] = [former, enrolled].map(({ body }) => (body.device as { uuid: string }).uuid)
      const { database } = running().app.context
      const subject = `twofactor-user:${(await readUserRow(database, id)).id}`
      const [first, ...moved] = await database.all(auditOf, { subject })
      expect(first).toMatchObject({ actor: `twofactor-device:${before}`, action: 'twofactor-device.enrol' })
      const actor = `twofactor-device:${after}`
      expect(moved).toHaveLength(2)
      expect(moved).toEqual(
        expect.arrayContaining([
          { actor, action: 'twofactor-device.replace', detail: JSON.stringify({ replaced: before }) },
          { actor, action: 'twofactor-device.enrol', detail: null },
        ]),
      )
    })

    it('ends the stream of the other', async () => {
      const { device } = await newUserWithDevice(running(), client)
      const headers = { authorization: `JWT ${device.inboxToken()}` }
      const events = await openEvents(running(), '/device/events', headers, 'twofactor')
      expect((await newDevice(running()).enrol(await moveCode(device))).status).toBe(200)
      expect(await events.next()).toBe(undefined)
    })

    it('takes its place for one user, and leaves it to the others', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const second = await client.enrol()
      await device.enrol(await enrolmentCode(client, second))
      const moved = (await moveCodes(device)).find(({ twofactor_id }) => twofactor_id === id)
      expect((await newDevice(running()).enrol(moved?.code ?? '')).status).toBe(200)
      const asked = [await askApproval(client, id), await askApproval(client, second)]
      const shown = (await device.inbox()).body.approval_requests as { uuid: string }[]
      expect(shown.map(({ uuid }) => uuid)).toEqual([asked[1]?.uuid])
      expect((await moveCodes(device)).map(({ twofactor_id }) => twofactor_id)).toEqual([second])
    })

    it('leaves the other devices of the user alone', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const other = newDevice(running())
      const kept = seedOf(await other.enrol(await enrolmentCode(client, id)))
      await newDevice(running()).enrol(await moveCode(device))
      expect((await other.inbox()).status).toBe(200)
      expect((await verify(client, id, totp(kept, running().clock.now()))).status).toBe(200)
      expect(await devicesOf(id)).toHaveLength(2)
    })

    it('finds room where the user has the most devices', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      for (let n = 1; n < MOST_DEVICES; n++)
        expect((await newDevice(running()).enrol(await enrolmentCode(client, id))).status).toBe(200)
      expectRefusal(await newDevice(running()).enrol(await enrolmentCode(client, id)), 400, '60004')
      expect((await newDevice(running()).enrol(await moveCode(device))).status).toBe(200)
      expect(await devicesOf(id)).toHaveLength(MOST_DEVICES)
      expectRefusal(await device.inbox(), 401, '60024')
    })

    it('moves on itself', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      let current = device
      for (let times = 1; times <= 3; times += 1) {
        const next = newDevice(running())
        expect((await next.enrol(await moveCode(current))).status).toBe(200)
        current = next
      }
      expect(await devicesOf(id)).toHaveLength(1)
    })
  })

  describe('a code', () => {
    it('is unknown once it is used, and so are all others of the same device', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const codes = [await moveCode(device), await moveCode(device), await moveCode(device)]
      expect((await newDevice(running()).enrol(codes[1] ?? '')).status).toBe(200)
      for (const code of codes) expectRefusal(await newDevice(running()).enrol(code), 404, '60050')
      expect(await devicesOf(id)).toHaveLength(1)
    })

    it('is unknown where the device was removed, or its user', async () => {
      const [one, two] = [
        await newUserWithDevice(running(), client),
        await newUserWithDevice(running(), client),
      ]
      const codes = [await moveCode(one.device), await moveCode(two.device)]
      await one.device.call('DELETE', '', one.device.token())
      await client.post(`/protected/json/users/${two.id}/remove`)
      for (const code of codes) expectRefusal(await newDevice(running()).enrol(code), 404, '60050')
      expect(await devicesOf(one.id)).toEqual([])
    })

    it.each([
      [899_999, 200],
      [900_000, 404],
    ])('after %i ms is answered with %i', async (ms, status) => {
      const { device } = await newUserWithDevice(running(), client)
      const code = await moveCode(device)
      running().clock.advance(ms)
      expect((await newDevice(running()).enrol(code)).status).toBe(status)
    })

    it('is not for the device that moves, nor for one that the user has, and stays good', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const other = newDevice(running())
      await other.enrol(await enrolmentCode(client, id))
      const code = await moveCode(device)
      for (const same of [device, other]) {
        const answer = await same.enrol(code)
        expectRefusal(answer, 400, '60004', 'This device is enrolled for the user already')
      }
      expect((await device.inbox()).status).toBe(200)
      expect(await devicesOf(id)).toHaveLength(2)
      expect((await newDevice(running()).enrol(code)).status).toBe(200)
      expect(await devicesOf(id)).toHaveLength(2)
    })

    it(`works for one of ${ENTRANTS} at once, and so does one of as many codes`, async () => {
      const [one, many] = [
        await newUserWithDevice(running(), client),
        await newUserWithDevice(running(), client),
      ]
      const shared = await moveCode(one.device)
      const codes = await Promise.all(Array.from({ length: ENTRANTS }, () => moveCode(many.device)))
      for (const [id, given] of [
        [one.id, codes.map(() => shared)],
        [many.id, codes],
      ] as const) {
        const answers = await Promise.all(given.map((code) => newDevice(running()).enrol(code)))
        expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(ENTRANTS - 1).fill(404)])
        expect(await devicesOf(id)).toHaveLength(1)
      }
    })

    it('works several times where the old device is looked up instead of deleted (the control)', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const codes = [await moveCode(device), await moveCode(device), await moveCode(device)]
      const { database } = running().app.context
      const restore = tamper(database, ({ sql }) =>
        sql.startsWith('delete from "twofactor_devices" where "id"')
          ? { sql: sql.replace(/^delete from (.*) returning .*$/s, 'select id as fingerprint from $1') }
          : undefined,
      )
      for (const code of codes) expect((await newDevice(running()).enrol(code)).status).toBe(200)
      restore()
      expect((await devicesOf(id)).length).toBeGreaterThan(1)
    })
  })

  describe('is refused', () => {
    it.each([
      {},
      { move: false },
      { move: 'true' },
      { move: 1 },
      { move: true, name: 'A' },
      { remove: true },
    ])('with a token that says %j', async (members) => {
      const { device } = await newUserWithDevice(running(), client)
      expectRefusal(await move(device, device.token(members)), 400, '60004')
    })

    it('with a token that was used, and a token to move is good for nothing else', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const token = device.token({ move: true })
      expect((await move(device, token)).status).toBe(200)
      expectRefusal(await move(device, token), 409, '60081')
      const fresh = () => device.token({ move: true })
      expectRefusal(await device.call('PUT', '', fresh()), 400, '60004')
      expectRefusal(await device.call('DELETE', '', fresh()), 400, '60004')
      expect(await devicesOf(id)).toHaveLength(1)
    })

    it('to a stranger, by another key, without times or audience, and with a key brought along', async () => {
      const { device } = await newUserWithDevice(running(), client)
      const stranger = newDevice(running())
      for (const token of [
        stranger.token({ move: true }),
        stranger.token({ move: true, sub: device.fingerprint }),
        device.token({ move: true, aud: undefined }),
        device.token({ move: true, aud: 'http://other.test' }),
        device.token({ move: true, iat: undefined }),
        device.token({ move: true, iat: Math.floor(running().clock.now() / 1000) - 601 }),
        device.token({ move: true, jti: undefined }),
        device.token({ move: true }, { jwk: device.signer.jwk }),
        device.inboxToken(),
      ]) {
        const { status, body } = await move(device, token)
        expect([400, 401]).toContain(status)
        expect(body).toMatchObject({ success: false })
      }
    })
  })
})

onEachApp(
  'devices under the alias',
  (running) => {
    it('learn the number of their user by both names', async () => {
      const client = await newClient(running())
      const id = await client.enrol()
      const device = newDevice(running())
      const both = { twofactor_id: id, authy_id: id }
      expect((await device.enrol(await enrolmentCode(client, id))).body).toMatchObject(both)
      const { body } = await device.call('POST', '/move', device.token({ move: true }))
      expect(body.enrolments).toMatchObject([both])
    })
  },
  { settings: { LANYARD_TWOFACTOR_ALIAS: 'authy' } },
)
