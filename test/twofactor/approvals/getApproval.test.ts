import { beforeAll, expect, it, vi } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { within } from '../../speed.ts'
import { newClient, type TwofactorAnswer, type TwofactorClient } from '../client.ts'
import { askApproval, newUserWithDevice, readApproval } from '../device.ts'

function expectUnknown({ status, text }: TwofactorAnswer): void {
  expect([status, text]).toEqual([
    404,
    '{"error_code":"60049","message":"Approval request not found","errors":{},"success":false}',
  ])
}

onEachApp('getApproval', (running) => {
  let client: TwofactorClient
  beforeAll(async () => {
    client = await newClient(running())
  })
  const poll = (uuid: string, wait?: number) =>
    client.get(`/onetouch/json/approval_requests/${uuid}`, {
      query: wait === undefined ? {} : { wait: String(wait) },
    })

  it('tells all of an approval that waits', async () => {
    const { id } = await newUserWithDevice(running(), client)
    const { uuid } = await askApproval(client, id)
    const at = new Date(running().clock.now()).toISOString()
    const answer = await poll(uuid)
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        approval_request: {
          uuid,
          status: 'pending',
          _app_name: 'Shop',
          _app_serial_id: expect.any(Number),
          _twofactor_id: id,
          _id: expect.stringMatching(/^[0-9a-f]{24}$/),
          _user_email: 'ada@example.org',
          app_id: expect.any(String),
          user_id: expect.any(String),
          notified: false,
          created_at: at,
          updated_at: at,
          processed_at: null,
          seconds_to_expire: 86_400,
        },
        success: true,
      },
    ])
  })

  it.each(['approved', 'denied'])('tells that it was %s, and when', async (status) => {
    const { id, device } = await newUserWithDevice(running(), client)
    const { uuid } = await askApproval(client, id)
    running().clock.advance(5_000)
    const at = new Date(running().clock.now()).toISOString()
    expect((await device.answer(uuid, { status })).status).toBe(200)
    expect(await readApproval(client, uuid)).toMatchObject({ status, processed_at: at, updated_at: at })
  })

  it('is expired at the very moment its time is over', async () => {
    const { id } = await newUserWithDevice(running(), client)
    const { uuid } = await askApproval(client, id, { message: 'a', seconds_to_expire: 60 })
    running().clock.advance(59_999)
    expect(await readApproval(client, uuid)).toMatchObject({ status: 'pending' })
    running().clock.advance(1)
    expect(await readApproval(client, uuid)).toMatchObject({ status: 'expired', processed_at: null })
  })

  it('knows no other approvals than those of the application', async () => {
    const { id } = await newUserWithDevice(running(), client)
    const { uuid } = await askApproval(client, id)
    const other = await newClient(running(), { name: 'Other' })
    expectUnknown(await other.get(`/onetouch/json/approval_requests/${uuid}`))
    for (const name of ['x', uuid.slice(0, -1), `${uuid.slice(0, -1)}g`, '0'.repeat(36)])
      expectUnknown(await poll(name))
  })

  it.each(['approved', 'denied'])('wakes a poll that waits when it is %s', async (status) => {
    const { id, device } = await newUserWithDevice(running(), client)
    const { uuid } = await askApproval(client, id)
    const startedAt = performance.now()
    const waiting = [poll(uuid, 25), poll(uuid, 25)]
    await expect.poll(() => heldRequests(running().url)).toBe(2)
    expect((await device.answer(uuid, { status })).status).toBe(200)
    for (const { body } of await Promise.all(waiting)) expect(body.approval_request).toMatchObject({ status })
    expect(performance.now() - startedAt).toBeLessThan(within(10_000))
  })

  it('answers as it is when the wait is over, and at once where it is settled', async () => {
    const { id, device } = await newUserWithDevice(running(), client)
    const { uuid } = await askApproval(client, id)
    expect((await poll(uuid, 0)).body.approval_request).toMatchObject({ status: 'pending' })
    expect((await poll(uuid, 1)).body.approval_request).toMatchObject({ status: 'pending' })
    await device.answer(uuid, { status: 'approved' })
    const startedAt = performance.now()
    expect((await poll(uuid, 25)).body.approval_request).toMatchObject({ status: 'approved' })
    expect(performance.now() - startedAt).toBeLessThan(within(5_000))
  })

  it('does not wait longer than the approval lives', async () => {
    const { id } = await newUserWithDevice(running(), client)
    const { uuid } = await askApproval(client, id, { message: 'a', seconds_to_expire: 1 })
    const startedAt = performance.now()
    await poll(uuid, 25)
    expect(performance.now() - startedAt).toBeLessThan(within(10_000))
  })

  it('waits until after the expiry, although long waits end early', async () => {
    const { id, device } = await newUserWithDevice(running(), client)
    const { uuid } = await askApproval(client, id, { message: 'a', seconds_to_expire: 10 })
    const timers = vi.spyOn(globalThis, 'setTimeout')
    try {
      const waiting = poll(uuid, 20)
      await expect.poll(() => heldRequests(running().url)).toBe(1)
      const times = timers.mock.calls.map(([, ms]) => ms)
      expect(times).toContain(10_050)
      await device.answer(uuid, { status: 'approved' })
      await waiting
    } finally {
      timers.mockRestore()
    }
  })

  it.each([26, -1, 1.5])('refuses to wait %d seconds', async (wait) => {
    expect((await poll('x', wait)).body).toMatchObject({ error_code: '60004' })
  })
})

async function heldRequests(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^lanyard_http_held (\d+)/m.exec(text)?.[1])
}

onEachApp(
  'getApproval under the alias',
  (running) => {
    it('names the user by both names', async () => {
      const client = await newClient(running())
      const { id } = await newUserWithDevice(running(), client)
      const { uuid } = await askApproval(client, id)
      expect(await readApproval(client, uuid)).toMatchObject({ _twofactor_id: id, _authy_id: id })
    })
  },
  { settings: { LANYARD_TWOFACTOR_ALIAS: 'authy' } },
)
