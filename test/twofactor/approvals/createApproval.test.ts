import { beforeAll, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { expectRefusal, newClient, type Sending, type TwofactorClient } from '../client.ts'
import { askApproval, newUserWithDevice, readApproval, type UserDevice } from '../device.ts'
import { dump } from '../dump.ts'

onEachApp('createApproval', (running) => {
  let client: TwofactorClient
  beforeAll(async () => {
    client = await newClient(running())
  })
  const ask = (id: number, sending: Sending) =>
    client.post(`/onetouch/json/users/${id}/approval_requests`, sending)
  const shownTo = async (device: UserDevice) =>
    (await device.inbox()).body.approval_requests as Record<string, unknown>[]

  it('answers with the name of the approval, and the device is shown it', async () => {
    const { id, device } = await newUserWithDevice(running(), client)
    const answer = await ask(id, { json: { message: 'Log in?' } })
    const { uuid } = answer.body.approval_request as { uuid: string }
    expect(uuid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect([answer.status, answer.text]).toEqual([
      200,
      `{"message":"Approval request was created.","success":true,"approval_request":{"uuid":"${uuid}"}}`,
    ])
    const at = running().clock.now()
    expect(await shownTo(device)).toEqual([
      {
        uuid,
        message: 'Log in?',
        details: {},
        logos: [],
        app: { name: 'Shop', app_id: expect.any(Number) },
        created_at: new Date(at).toISOString(),
        expires_at: new Date(at + 86_400_000).toISOString(),
      },
    ])
  })

  const logos = [
    { res: 'default', url: 'https://shop.example/logo.png' },
    { res: 'low', url: 'http://shop.example/low.png' },
  ]
  const details = { 'Account Number': '981266321', 'Amount (€)': '10 & more' }
  const encode = encodeURIComponent
  const detailsForm = Object.entries(details).map(([name, value]) => [`details[${name}]`, value])
  const forms: [string, string][] = [
    ['empty brackets', logos.flatMap((l) => [`logos[][res]=${l.res}`, `logos[][url]=${l.url}`]).join('&')],
    [
      'numbers',
      logos.flatMap((l, n) => [`logos[${n}][res]=${l.res}`, `logos[${n}][url]=${l.url}`]).join('&'),
    ],
    [
      'numbers from five on',
      logos.flatMap((l, n) => [`logos[${n + 5}][res]=${l.res}`, `logos[${n + 5}][url]=${l.url}`]).join('&'),
    ],
    [
      'numbers, the last first',
      [
        `logos[1][res]=low`,
        `logos[0][res]=default`,
        ...logos.map((l, n) => `logos[${n}][url]=${l.url}`),
      ].join('&'),
    ],
    [
      'numbers, percent-encoded',
      logos
        .flatMap((l, n) => [`logos[${n}][res]`, l.res, `logos[${n}][url]`, l.url].map(encode))
        .map((part, n) => part + (n % 2 === 0 ? '=' : '&'))
        .join(''),
    ],
  ]
  it.each(forms)('takes logos in a form with %s', async (_name, text) => {
    const { id, device } = await newUserWithDevice(running(), client)
    const form = `${text}&message=Pay%3F+Really&${new URLSearchParams(detailsForm as [string, string][])}`
    expect((await ask(id, { form })).status).toBe(200)
    expect(await shownTo(device)).toMatchObject([{ message: 'Pay? Really', logos, details }])
  })

  it('takes everything as JSON, with numbers and null among the details', async () => {
    const { id, device } = await newUserWithDevice(running(), client)
    const json = {
      message: 'Pay?',
      details: { ...details, Amount: 10, Express: true, Note: null },
      logos,
      hidden_details: null,
      seconds_to_expire: null,
    }
    expect((await ask(id, { json })).status).toBe(200)
    expect(await shownTo(device)).toMatchObject([
      { details: { ...details, Amount: '10', Express: 'true' }, logos },
    ])
  })

  it.each<[string, Sending]>([
    [
      'empty values of a form',
      { form: 'message=a&details=&hidden_details=&logos=&seconds_to_expire=&number_match=' },
    ],
    [
      'empty values of JSON',
      { json: { message: 'a', details: '', hidden_details: '', logos: '', seconds_to_expire: '' } },
    ],
    ['empty lists of JSON', { json: { message: 'a', details: [], hidden_details: [], logos: [] } }],
  ])('takes %s for none', async (_name, sending) => {
    const { id, device } = await newUserWithDevice(running(), client)
    expect((await ask(id, sending)).status).toBe(200)
    const [shown] = await shownTo(device)
    expect(shown).toMatchObject({ details: {}, logos: [] })
    expect(await readApproval(client, String(shown?.uuid))).toMatchObject({ seconds_to_expire: 86_400 })
  })

  it('keeps an empty text among the details', async () => {
    const { id, device } = await newUserWithDevice(running(), client)
    expect((await ask(id, { form: 'message=a&details[Note]=' })).status).toBe(200)
    expect(await shownTo(device)).toMatchObject([{ details: { Note: '' } }])
  })

  it('keeps details with numbers for names', async () => {
    const { id, device } = await newUserWithDevice(running(), client)
    expect((await ask(id, { form: 'message=a&details[0]=zero&details[7]=seven' })).status).toBe(200)
    expect(await shownTo(device)).toMatchObject([{ details: { 0: 'zero', 7: 'seven' } }])
  })

  it('shows the hidden details to no device, and to nobody who reads the database', async () => {
    const { id, device } = await newUserWithDevice(running(), client)
    const json = { message: 'Pay?', details: { a: 'visible' }, hidden_details: { ip: 'canary-10.1.2.3' } }
    await ask(id, { json })
    const inbox = await device.inbox()
    expect(inbox.text).toContain('visible')
    expect(inbox.text).not.toMatch(/canary|hidden/)
    const text = await dump(running().app.context.database, 'twofactor_approvals')
    expect(text).not.toMatch(/canary|visible/)
    expect(text).toContain(id === 0 ? '' : 'Pay?')
  })

  it('takes a message of 200 characters, not of 201', async () => {
    const { id } = await newUserWithDevice(running(), client)
    expect((await ask(id, { form: { message: 'x'.repeat(200) } })).status).toBe(200)
    expect((await ask(id, { form: { message: '🙂'.repeat(200) } })).status).toBe(200)
    expectRefusal(await ask(id, { form: { message: 'x'.repeat(201) } }), 400, '60004')
  })

  it.each<[string, Sending, string]>([
    ['no message', {}, '60004'],
    ['an empty message', { form: { message: '' } }, '60004'],
    ['a message that is no text', { json: { message: { a: 1 } } }, '60004'],
    ['details that are no map', { form: { message: 'a', details: 'b' } }, '60004'],
    ['details within details', { json: { message: 'a', details: { b: { c: 'd' } } } }, '60004'],
    ['logos that are no list', { form: { message: 'a', logos: 'b' } }, '60004'],
    ['a logo without an address', { json: { message: 'a', logos: [{ res: 'default' }] } }, '60004'],
    ['a logo by another scheme', { json: { message: 'a', logos: [{ res: 'x', url: 'data:,' }] } }, '60080'],
    [
      'details without end',
      {
        json: {
          message: 'a',
          details: Object.fromEntries([...'abcdefg'].map((k) => [k, 'x'.repeat(1_900)])),
        },
      },
      '60080',
    ],
    ['a time that is none', { form: { message: 'a', seconds_to_expire: 'soon' } }, '60004'],
    ['a time below zero', { form: { message: 'a', seconds_to_expire: '-1' } }, '60004'],
  ])('is refused with %s, before anyone looks for the user', async (_name, sending, code) => {
    const { id } = await newUserWithDevice(running(), client)
    expectRefusal(await ask(id, sending), 400, code)
    expectRefusal(await ask(1, sending), 400, code)
  })

  it('is refused for a user whom nobody knows, and for one without a device', async () => {
    const form = { message: 'Log in?' }
    expectRefusal(await ask(1, { form }), 404, '60026', 'User not found.')
    expectRefusal(await ask(await client.enrol(), { form }), 400, '60051')
  })

  it('lives a day, as long as it is told, or for ever', async () => {
    const { id, device } = await newUserWithDevice(running(), client)
    const day = await askApproval(client, id)
    const short = await askApproval(client, id, { message: 'a', seconds_to_expire: '60' })
    const endless = await askApproval(client, id, { message: 'b', seconds_to_expire: 0 })
    expect(await readApproval(client, day.uuid)).toMatchObject({ seconds_to_expire: 86_400 })
    expect(await readApproval(client, short.uuid)).toMatchObject({ seconds_to_expire: 60 })
    expect(await readApproval(client, endless.uuid)).toMatchObject({ seconds_to_expire: 0 })
    expect((await shownTo(device)).at(-1)).toMatchObject({ uuid: endless.uuid, expires_at: null })
    running().clock.advance(86_400_000 * 365)
    expect(await readApproval(client, endless.uuid)).toMatchObject({ status: 'pending' })
    expect(await readApproval(client, day.uuid)).toMatchObject({ status: 'expired' })
    expect(await shownTo(device)).toMatchObject([{ uuid: endless.uuid }])
  })

  it('shows the device three numbers, and the caller the right one', async () => {
    const { id, device } = await newUserWithDevice(running(), client)
    const { uuid, number } = await askApproval(client, id, { message: 'a', number_match: 'true' })
    expect(number).toMatch(/^\d\d$/)
    const [shown] = await shownTo(device)
    expect(shown?.numbers).toHaveLength(3)
    expect(new Set(shown?.numbers as string[]).size).toBe(3)
    expect(shown?.numbers).toContain(number)
    expect(JSON.stringify(await readApproval(client, uuid))).not.toContain(`"${number}"`)
  })

  it('puts the right number in no fixed place', async () => {
    const places = new Set<number>()
    for (let n = 0; n < 6; n++) {
      const { id, device } = await newUserWithDevice(running(), client)
      for (let m = 0; m < 4; m++) {
        const { uuid, number } = await askApproval(client, id, { message: 'a', number_match: true })
        const shown = (await shownTo(device)).find((approval) => approval.uuid === uuid)
        places.add(((shown?.numbers ?? []) as string[]).indexOf(number ?? ''))
      }
    }
    expect(places).toEqual(new Set([0, 1, 2]))
  })
})
