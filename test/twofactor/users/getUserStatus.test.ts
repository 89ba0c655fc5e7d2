import { beforeAll, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { codeTo, expectRefusal, newClient, newPhone, type TwofactorClient } from '../client.ts'
import { enrolmentCode, newDevice } from '../device.ts'

onEachApp('getUserStatus', (running) => {
  let client: TwofactorClient
  beforeAll(async () => {
    client = await newClient(running())
  })
  const statusOf = (id: number) => client.get(`/protected/json/users/${id}/status`)

  it('tells what is known, and the last four digits of the number', async () => {
    const phone = newPhone()
    const id = await client.enrol(phone)
    const answer = await statusOf(id)
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        status: {
          twofactor_id: id,
          confirmed: false,
          registered: false,
          country_code: 1,
          phone_number: `XXX-XXX-${phone.number.slice(-4)}`,
          email: 'ada@example.org',
          devices: [],
          has_hard_token: false,
          account_disabled: false,
          detailed_devices: [],
        },
        message: 'User status.',
        success: true,
      },
    ])
  })

  it.each([
    ['44', '7911123456', 'XXX-XXX-3456'],
    ['49', '15112345678', 'XXX-XXX-X5678'],
    ['33', '612345678', 'XXX-XX5-678'],
    ['225', '0707070707', 'XXX-XXX-0707'],
  ])('masks +%s %s as %s', async (country, number, mask) => {
    const id = await client.enrol({ country, number, e164: '' })
    expect((await statusOf(id)).body.status).toMatchObject({
      phone_number: mask,
      country_code: Number(country),
    })
  })

  it('has no e-mail address where none was given', async () => {
    const { number } = newPhone()
    const form = { phone_number: number, country_code: '1' }
    const { body } = await client.post('/protected/json/users/new', { form })
    expect((await statusOf(Number(body.twofactor_id))).body.status).toHaveProperty('email', null)
  })

  it('is confirmed by the first right token', async () => {
    const phone = newPhone()
    const id = await client.enrol(phone)
    await client.get(`/protected/json/sms/${id}`)
    expect((await statusOf(id)).body.status).toMatchObject({ confirmed: false })
    await client.get(`/protected/json/verify/${await codeTo(running(), phone.e164)}/${id}`)
    expect((await statusOf(id)).body.status).toMatchObject({ confirmed: true })
  })

  it('lists the devices', async () => {
    const id = await client.enrol()
    const at = Math.floor(running().clock.now() / 1000)
    const devices = [newDevice(running()), newDevice(running(), 'ES256')]
    const uuids: unknown[] = []
    for (const [n, device] of devices.entries()) {
      const members = n === 0 ? { name: 'My phone', os_type: 'ios' } : {}
      const { body } = await device.enrol(await enrolmentCode(client, id), members)
      uuids.push((body.device as { uuid: string }).uuid)
    }
    const dates = { registration_date: at, last_sync_date: at }
    const { body } = await statusOf(id)
    expect(body.status).toMatchObject({ registered: true })
    const { detailed_devices: detailed, devices: kinds } = body.status as Record<string, unknown[]>
    expect([...(kinds ?? [])].sort()).toEqual(['app', 'ios'])
    expect(detailed).toHaveLength(2)
    expect(detailed).toEqual(
      expect.arrayContaining([
        { uuid: uuids[0], name: 'My phone', os_type: 'ios', ...dates },
        { uuid: uuids[1], name: null, os_type: 'app', ...dates },
      ]),
    )
  })

  it('takes a body that it ignores, as one client sends it', async () => {
    const id = await client.enrol()
    const json = { user_ip: '127.0.0.1' }
    expect((await client.get(`/protected/json/users/${id}/status`, { json })).status).toBe(200)
  })

  it('knows only the users of its own application', async () => {
    const other = await newClient(running(), { name: 'Other' })
    const id = await other.enrol()
    expectRefusal(await statusOf(id), 404, '60026', 'User not found.')
    expectRefusal(await statusOf(2_147_483_648), 404, '60026', 'User not found.')
  })
})

onEachApp(
  'getUserStatus under the alias',
  (running) => {
    it('names the user by both names', async () => {
      const client = await newClient(running())
      const id = await client.enrol()
      const { body } = await client.get(`/protected/json/users/${id}/status`)
      expect(body.status).toMatchObject({ twofactor_id: id, authy_id: id })
    })
  },
  { settings: { LANYARD_TWOFACTOR_ALIAS: 'authy' } },
)
