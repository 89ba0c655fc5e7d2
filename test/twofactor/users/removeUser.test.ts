import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onEachEngine } from '../../engines.ts'
import { onEachApp, type RunningApp, startApps } from '../../harness.ts'
import {
  clientOf,
  codeTo,
  expectRefusal,
  newClient,
  newPhone,
  type Phone,
  type TwofactorClient,
} from '../client.ts'
import { askApproval, enrolmentCode, newDevice, readApproval, type UserDevice } from '../device.ts'
import { dump } from '../dump.ts'

const paths = [
  ['/protected/json/users/{id}/remove'],
  ['/protected/json/users/{id}/delete'],
  ['/protected/json/users/delete/{id}'],
] as const

/** A user with every kind of secret. */
async function newRichUser(running: RunningApp, client: TwofactorClient) {
  const phone = newPhone()
  const id = await client.enrol(phone)
  const device = newDevice(running)
  await device.enrol(await enrolmentCode(client, id))
  const link = await enrolmentCode(client, id)
  await client.post(`/protected/json/users/${id}/secret`)
  await client.get(`/protected/json/sms/${id}`, { query: { force: 'true' } })
  const code = await codeTo(running, phone.e164)
  const { uuid } = await askApproval(client, id, { message: 'Log in?', details: { a: 'b' } })
  return { phone, id, device, link, code, uuid }
}

type RichUser = { phone: Phone; id: number; device: UserDevice; link: string; code: string; uuid: string }

/** Nothing that named the user or worked for them does so any more. */
async function expectGone(client: TwofactorClient, user: RichUser): Promise<void> {
  const { id, device, link, code, uuid } = user
  expectRefusal(await client.get(`/protected/json/users/${id}/status`), 404, '60026', 'User not found.')
  expectRefusal(await client.get(`/protected/json/sms/${id}`), 404, '60026', 'User not found.')
  expectRefusal(await client.get(`/protected/json/call/${id}`), 404, '60026', 'User not found.')
  expectRefusal(await client.get(`/protected/json/verify/${code}/${id}`), 404, '60016')
  const json = { message: 'Log in?' }
  const approvals = `/onetouch/json/users/${id}/approval_requests`
  expectRefusal(await client.post(approvals, { json }), 404, '60026', 'User not found.')
  // One process alone answers polls from memory; a second one on its file hears of it in a moment.
  await expect
    .poll(async () => (await client.get(`/onetouch/json/approval_requests/${uuid}`)).body)
    .toMatchObject({ error_code: '60049' })
  expectRefusal(await client.post(`/protected/json/users/${id}/secret`), 404, '60026')
  expectRefusal(await client.post(`/protected/json/users/${id}/remove`), 404, '60026', 'User not found.')
  expectRefusal(await device.inbox(), 401, '60024')
  expectRefusal(await device.answer(uuid, { status: 'approved' }), 401, '60024')
  expect((await device.enrol(link)).body).toMatchObject({ error_code: '60050' })
}

onEachApp('removeUser', (running) => {
  let client: TwofactorClient
  beforeAll(async () => {
    client = await newClient(running())
  })

  it.each(paths)('ends everything at once: POST %s', async (path) => {
    const user = await newRichUser(running(), client)
    const answer = await client.post(path.replace('{id}', String(user.id)))
    expect([answer.status, answer.text]).toEqual([
      200,
      '{"message":"User removed from application","success":true}',
    ])
    await expectGone(client, user)
  })

  it('erases the secrets, and leaves those of others', async () => {
    const { database } = running().app.context
    const [gone, kept] = [await newRichUser(running(), client), await newRichUser(running(), client)]
    const before = await dump(database, 'twofactor_')
    expect(before).toContain(gone.device.fingerprint)
    const own = ownRows(before, gone.uuid)
    expect(own.counts).toEqual({ seeds: 2, codes: 1, devices: 1, enrolments: 2, approvals: 1 })
    await client.post(`/protected/json/users/${gone.id}/remove`)
    // Which tokens were spent is kept until they are worthless.
    const after = (await dump(database, 'twofactor_')).replace(/"twofactor_spent_tokens":\[[^\]]*\]/, '""')
    expect(ownRows(await dump(database, 'twofactor_'), kept.uuid).counts).toEqual(own.counts)
    for (const secret of own.secrets) {
      expect(before).toContain(JSON.stringify(secret))
      expect(after).not.toContain(JSON.stringify(secret))
    }
  })

  it('lets the phone enrol again as somebody else', async () => {
    const phone = newPhone()
    const id = await client.enrol(phone)
    await client.post(`/protected/json/users/${id}/remove`)
    const next = await client.enrol(phone)
    expect(next).not.toBe(id)
    expect((await client.get(`/protected/json/users/${id}/status`)).status).toBe(404)
  })

  it('is done by one of many at once', async () => {
    const id = await client.enrol()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.post(`/protected/json/users/${id}/remove`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)])
  })

  it('is refused to another application', async () => {
    const other = await newClient(running(), { name: 'Other' })
    const id = await client.enrol()
    expectRefusal(await other.post(`/protected/json/users/${id}/remove`), 404, '60026', 'User not found.')
    expect((await client.get(`/protected/json/users/${id}/status`)).status).toBe(200)
  })

  it('wakes a poll that waits for the user', async () => {
    const { id, uuid } = await newRichUser(running(), client)
    const poll = client.get(`/onetouch/json/approval_requests/${uuid}`, { query: { wait: '25' } })
    await expect.poll(() => running().app.server.server.listening).toBe(true)
    await client.post(`/protected/json/users/${id}/remove`)
    expect((await poll).body).toMatchObject({ error_code: '60049', errors: {} })
  })
})

type Rows = Record<string, Record<string, unknown>[]>

/** What hangs on the user of an approval. */
function ownRows(text: string, uuid: string) {
  const tables = JSON.parse(text) as Rows
  const of = (name: string, userId: unknown) =>
    (tables[`twofactor_${name}`] ?? []).filter(({ user_id }) => user_id === userId)
  const userId = tables.twofactor_approvals?.find((row) => row.uuid === uuid)?.user_id
  const user = tables.twofactor_users?.find(({ id }) => id === userId)
  const [seeds, codes, devices] = [of('seeds', userId), of('codes', userId), of('devices', userId)]
  const [enrolments, approvals] = [of('enrolments', userId), of('approvals', userId)]
  return {
    counts: {
      seeds: seeds.length,
      codes: codes.length,
      devices: devices.length,
      enrolments: enrolments.length,
      approvals: approvals.length,
    },
    secrets: [
      ...seeds.map(({ seed }) => seed),
      ...codes.map(({ digest }) => digest),
      ...devices.flatMap(({ fingerprint, jwk }) => [fingerprint, jwk]),
      ...enrolments.map(({ digest }) => digest),
      ...approvals.flatMap(({ details, hidden_details }) => [details, hidden_details]),
      user?.phone,
      user?.phone_digest,
      user?.email,
    ],
  }
}

onEachEngine('removeUser in one of two processes', (place) => {
  let both: RunningApp[]
  beforeAll(async () => {
    both = await startApps(place(), 2)
  })
  afterAll(async () => {
    for (const { app } of both) await app.stop()
  })

  describe('is known in the other', () => {
    it('at once', async () => {
      const [one, two] = both as [RunningApp, RunningApp]
      const client = await newClient(one)
      const elsewhere = clientOf(two.url, client.key)
      const user = await newRichUser(one, client)
      expect((await elsewhere.get(`/protected/json/users/${user.id}/status`)).status).toBe(200)
      expect(await readApproval(elsewhere, user.uuid)).toMatchObject({ status: 'pending' })
      await client.post(`/protected/json/users/${user.id}/remove`)
      await expectGone(elsewhere, user)
    })
  })
})
