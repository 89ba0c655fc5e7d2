import { expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { clientOf, codeTo, expectRefusal, newClient, newPhone, type TwofactorClient } from '../client.ts'
import { askApproval, newUserWithDevice } from '../device.ts'

const PATH = '/protected/json/app/stats'
type Month = Record<string, unknown>

async function monthsOf(client: TwofactorClient): Promise<Month[]> {
  return (await client.get(PATH)).body.stats as Month[]
}

onEachApp('getAppStats', (running) => {
  it('has the last twelve months, the current one first, with seven members each', async () => {
    const client = await newClient(running())
    const answer = await client.get(PATH)
    const { stats, ...rest } = answer.body
    expect([answer.status, rest]).toEqual([
      200,
      {
        message: 'Monthly statistics.',
        count: 12,
        total_users: 0,
        app_id: expect.any(Number),
        success: true,
      },
    ])
    const months = stats as Month[]
    expect(months).toHaveLength(12)
    for (const month of months)
      expect(Object.keys(month).sort()).toEqual(
        ['api_calls_count', 'auths_count', 'calls_count', 'month', 'sms_count', 'users_count', 'year'].sort(),
      )
    expect(months[0]).toMatchObject({ month: 'January', year: 2026 })
    expect(months[1]).toMatchObject({ month: 'December', year: 2025 })
    expect(months[11]).toMatchObject({ month: 'February', year: 2025 })
  })

  it('counts users, messages, calls, right tokens and requests', async () => {
    const client = await newClient(running())
    const phone = newPhone()
    const id = await client.enrol(phone)
    await client.enrol(phone)
    await client.get(`/protected/json/sms/${id}`)
    await client.get(`/protected/json/verify/${await codeTo(running(), phone.e164)}/${id}`)
    await client.get(`/protected/json/verify/0000000/${id}`)
    await client.get(`/protected/json/call/${id}`)
    const form = { phone_number: newPhone().number, country_code: '1' }
    await client.post('/protected/json/phones/verification/start', { form })
    const [month] = await monthsOf(client)
    expect(month).toMatchObject({
      users_count: 1,
      sms_count: 2,
      calls_count: 1,
      auths_count: 1,
      api_calls_count: 8,
    })
  })

  it('counts an approval as a right token, a denial as none', async () => {
    const client = await newClient(running())
    const { id, device } = await newUserWithDevice(running(), client)
    await device.answer((await askApproval(client, id)).uuid, { status: 'approved' })
    await device.answer((await askApproval(client, id)).uuid, { status: 'denied' })
    expect((await monthsOf(client))[0]).toMatchObject({ auths_count: 1 })
  })

  it('takes a removed user off the total, and leaves the month as it was', async () => {
    const client = await newClient(running())
    const [id] = [await client.enrol(), await client.enrol()]
    expect((await client.get(PATH)).body.total_users).toBe(2)
    await client.post(`/protected/json/users/${id}/remove`)
    const { body } = await client.get(PATH)
    expect(body.total_users).toBe(1)
    expect((body.stats as Month[])[0]).toMatchObject({ users_count: 2 })
  })

  it('starts a new month on its first day', async () => {
    const client = await newClient(running())
    running().clock.set(Date.UTC(2028, 1, 29, 23, 59, 59))
    await client.enrol()
    running().clock.advance(2_000)
    await client.enrol()
    await client.enrol()
    const [march, february] = await monthsOf(client)
    expect(march).toMatchObject({ month: 'March', year: 2028, users_count: 2 })
    expect(february).toMatchObject({ month: 'February', year: 2028, users_count: 1 })
    expect((await client.get(PATH)).body.total_users).toBe(3)
  })

  it('keeps the applications apart', async () => {
    const [client, other] = [await newClient(running()), await newClient(running(), { name: 'Other' })]
    await client.enrol()
    expect((await other.get(PATH)).body).toMatchObject({ total_users: 0 })
    expectRefusal(await clientOf(running().url, 'nope').get(PATH), 401, '60001', 'Invalid API key')
  })
})
