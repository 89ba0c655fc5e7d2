import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createIssuer } from '../../examples/sign-in/issuer.js'
import { startBank } from '../../examples/sign-in/server.js'
import { onEachEngine } from '../engines.ts'
import { createManualClock } from '../fakes.ts'
import { type RunningApp, startApp } from '../harness.ts'
import { type Device, newDevice as newKey, register } from '../issuer/device.ts'
import { signToken } from '../kernel/jwt/tokens.ts'
import { codeTo, newClient, newPhone } from '../twofactor/client.ts'
import { newDevice, type UserDevice } from '../twofactor/device.ts'
import { newVisitor, type Visitor } from './browser.ts'
import { findFreePort } from './free-port.ts'

let tokens = 0

onEachEngine('the example', (place) => {
  let running: RunningApp
  let port: number
  let bank: Awaited<ReturnType<typeof startBank>>
  beforeAll(async () => {
    // Tokens carry the product's address: it must be known before it starts.
    port = await findFreePort()
    const lanyard = `http://localhost:${port}`
    running = await startLanyard()
    const { key: twofactorKey } = await newClient(running, { name: 'Little Bank' })
    const dataFolder = join(place().dataFolder, 'example')
    bank = await startBank({ lanyard, twofactorKey, dataFolder, port: 0 })
  })
  afterAll(async () => {
    await bank.close()
    await running.app.stop()
  })

  // What the example signs and verifies has the time of the machine.
  beforeEach(() => running.clock.set(Date.now()))

  const startLanyard = () =>
    startApp(place(), {
      settings: { PORT: String(port), LANYARD_URL: `http://localhost:${port}` },
      clock: createManualClock(Date.now()),
    })

  async function newPerson(): Promise<Device> {
    return register(running, { claims: { name: 'Ada', iat: running.clock.now() / 1000 } })
  }

  /** The phone's answer to what the page shows. */
  async function answer(
    device: Device,
    question: Record<string, unknown>,
    members: object,
  ): Promise<Response> {
    const ticket = /#\/job\/(\w{20})$/.exec(String(question.link))?.[1] ?? ''
    const job = (await (await fetch(`${running.url}/issuer/scope/${ticket}`)).json()) as {
      nonce: string
      app: { fingerprint: string }
    }
    const jwt = signToken(device, {
      sub: device.fingerprint,
      aud: [running.issuerUrl, job.app.fingerprint],
      iat: Math.floor(running.clock.now() / 1000),
      jti: `example-${++tokens}`,
      job: ticket,
      nonce: job.nonce,
      ...members,
    })
    const headers = { 'content-type': 'application/jwt' }
    return fetch(`${running.url}/issuer/scope/${ticket}`, { method: 'PUT', headers, body: jwt })
  }

  const approve = (device: Device, { number, ...question }: Record<string, unknown>) =>
    answer(device, question, { status: 'completed', number, claims: { name: 'Ada' } })

  async function signIn(visitor: Visitor, device: Device, whom = {}): Promise<Record<string, unknown>> {
    const { body: question } = await visitor.post('/api/sign-in', whom)
    expect((await approve(device, question)).status).toBe(200)
    expect((await visitor.get('/api/sign-in')).body).toEqual({ status: 'completed' })
    return question
  }

  it('signs in who approves on the phone', async () => {
    const [visitor, device] = [newVisitor(bank.url), await newPerson()]
    const waiting = visitor.post('/api/sign-in').then(async ({ body }) => {
      const followed = visitor.get('/api/sign-in')
      expect((await approve(device, body)).status).toBe(200)
      return followed
    })
    const { body, headers } = await waiting
    expect(body).toEqual({ status: 'completed' })
    for (const cookie of headers.getSetCookie()) expect(cookie).toMatch(/; HttpOnly; SameSite=Strict/)
    const { person } = (await visitor.get('/api/state')).body
    expect(person).toEqual({ sub: device.fingerprint, name: 'Ada' })
  })

  it('believes no answer that is for another sign-in, or not signed by whom it names', async () => {
    const keyFile = join(place().dataFolder, 'other', 'key.json')
    const issuer = createIssuer({ url: running.issuerUrl, keyFile, name: 'Other', seconds: 60 })
    const device = await newPerson()
    const complete = async () => {
      const asked = await issuer.ask({ message: 'Sign in' })
      expect((await approve(device, asked)).status).toBe(200)
      return { asked, answer: await issuer.poll(asked) }
    }
    const [first, second] = [await complete(), await complete()]
    const { receipt, token } = first.answer
    const forged = signToken(await newPerson(), decodeJwt(token))
    expect(await issuer.verify(first.asked, first.answer)).toMatchObject({ sub: device.fingerprint })
    expect(await issuer.verify(first.asked, second.answer)).toBeUndefined()
    expect(await issuer.verify(first.asked, { receipt, token: second.answer.token })).toBeUndefined()
    expect(await issuer.verify(first.asked, { receipt: second.answer.receipt, token })).toBeUndefined()
    expect(await issuer.verify(first.asked, { receipt, token: forged })).toBeUndefined()
    expect(await issuer.verify(first.asked, { receipt: forged, token })).toBeUndefined()
    const other = { ...first.asked, sub: (await newPerson()).fingerprint }
    expect(await issuer.verify(other, first.answer)).toBeUndefined()
  })

  it('shows the page neither the job nor the nonce', async () => {
    const visitor = newVisitor(bank.url)
    const { body } = await visitor.post('/api/sign-in')
    expect(Object.keys(body).sort()).toEqual(['link', 'number', 'pushed', 'qr'])
    expect((await fetch(String(body.qr))).headers.get('content-type')).toContain('image/svg+xml')
    expect((await visitor.get('/api/state')).body.signIn).toEqual(body)
  })

  it('gives the browser another session when somebody signs in', async () => {
    const [visitor, device] = [newVisitor(bank.url), await newPerson()]
    await visitor.get('/api/state')
    const planted = newVisitor(bank.url)
    for (const [name, value] of visitor.cookies) planted.cookies.set(name, value)
    await signIn(visitor, device)
    expect((await planted.get('/api/state')).body.person).toBeUndefined()
  })

  it('asks a person that it knows on their own phone, also after a change of keys', async () => {
    const [visitor, device, stranger] = [newVisitor(bank.url), await newPerson(), await newPerson()]
    await signIn(visitor, device)
    await visitor.post('/api/sign-out')
    expect((await visitor.get('/api/state')).body).toMatchObject({ known: 'Ada' })
    const { body: question } = await visitor.post('/api/sign-in', { known: true })
    expect(question.pushed).toBe(true)
    expect((await approve(stranger, question)).status).toBe(401)
    expect((await approve(device, question)).status).toBe(200)
    expect((await visitor.get('/api/sign-in')).body).toEqual({ status: 'completed' })
    await visitor.post('/api/sign-out')
    const successor = await rotate(device)
    await signIn(visitor, successor, { known: true })
    expect((await visitor.get('/api/state')).body.person).toMatchObject({ sub: successor.fingerprint })
  })

  async function rotate(device: Device): Promise<Device> {
    const successor = newKey()
    const usual = () => ({
      aud: running.issuerUrl,
      iat: Math.floor(running.clock.now() / 1000),
      jti: `rotate-${++tokens}`,
    })
    const inner = signToken(successor, { sub: successor.raw, replaces: device.fingerprint, ...usual() })
    const jwt = signToken(device, { sub: device.fingerprint, rotate: inner, ...usual() })
    const headers = { 'content-type': 'application/jwt' }
    const path = `${running.url}/issuer/key/${device.fingerprint}`
    expect((await fetch(path, { method: 'PUT', headers, body: jwt })).status).toBe(200)
    return successor
  }

  it('signs nobody in who says no, comes too late, mistypes three times or is cancelled', async () => {
    const [visitor, device] = [newVisitor(bank.url), await newPerson()]
    const start = async () => (await visitor.post('/api/sign-in')).body
    const end = async () => (await visitor.get('/api/sign-in')).body.status

    await answer(device, await start(), { status: 'denied' })
    expect(await end()).toBe('denied')
    const question = await start()
    running.clock.advance(61_000)
    const number = String((Number(question.number) + 1) % 100).padStart(2, '0')
    for (let time = 0; time < 3; time++)
      expect((await approve(device, { ...question, number })).status).toBe(401)
    expect(await end()).toBe('denied')
    await start()
    await visitor.post('/api/sign-in/cancel')
    expect(await end()).toBe('none')
    await start()
    running.clock.advance(181_000)
    expect(await end()).toBe('timed_out')
    expect((await visitor.get('/api/state')).body.person).toBeUndefined()
  })

  async function setUpPhone(visitor: Visitor): Promise<UserDevice> {
    const phone = newPhone()
    await visitor.post('/api/phone', { country: phone.country, number: phone.number })
    const code = await codeTo(running, phone.e164)
    const { body } = await visitor.post('/api/phone/code', { code })
    const enrolment = /#\/enrol\/(\w+)$/.exec(String(body.link))?.[1] ?? ''
    const aud = `${running.issuerUrl.replace('/issuer', '')}/twofactor`
    const device = newDevice(running, 'EdDSA', aud)
    expect((await visitor.get('/api/phone')).body).toEqual({ ready: false })
    expect((await device.enrol(enrolment)).status).toBe(200)
    expect((await visitor.get('/api/phone')).body).toEqual({ ready: true })
    return device
  }

  async function pending(device: UserDevice): Promise<{ uuid: string; numbers: string[]; message: string }> {
    const { body } = await device.inbox()
    const [first] = body.approval_requests as { uuid: string; numbers: string[]; message: string }[]
    if (first === undefined) throw new Error('nothing waits')
    return first
  }

  it('sends money that is confirmed on the phone, once, and none that is not', async () => {
    const visitor = newVisitor(bank.url)
    await signIn(visitor, await newPerson())
    const device = await setUpPhone(visitor)
    const send = () => visitor.post('/api/transfer', { to: 'Bob', amount: '250' })
    const end = async () => (await visitor.get('/api/transfer')).body.status
    const sent = async () => (await visitor.get('/api/state')).body.transfers

    const { number } = (await send()).body
    const { uuid, message, numbers } = await pending(device)
    expect([message, numbers]).toEqual(['Send 250.00 EUR to Bob', expect.arrayContaining([number])])
    expect((await device.answer(uuid, { status: 'approved', number })).status).toBe(200)
    expect(await end()).toBe('approved')
    expect(await end()).toBe('none')
    expect(await sent()).toEqual([{ to: 'Bob', amount: '250.00' }])

    const second = (await send()).body
    const other = await pending(device)
    const wrong = other.numbers.find((shown) => shown !== second.number)
    await device.answer(other.uuid, { status: 'approved', number: wrong })
    expect(await end()).toBe('denied')
    expect((await send()).body).toMatchObject({
      problem: 'wait',
      message: expect.stringContaining('60 seconds'),
    })
    running.clock.advance(61_000)
    await send()
    running.clock.advance(181_000)
    expect(await end()).toBe('expired')
    await send()
    const forgotten = await pending(device)
    await visitor.post('/api/transfer/cancel')
    await device.answer(forgotten.uuid, { status: 'approved', number: forgotten.numbers[0] })
    expect(await end()).toBe('none')
    expect(await sent()).toHaveLength(1)
  })

  it('enrols no number that is not proven, and asks nobody who is not signed in', async () => {
    const visitor = newVisitor(bank.url)
    expect((await visitor.post('/api/transfer', { to: 'Bob', amount: 1 })).body.problem).toBe('signed-out')
    await signIn(visitor, await newPerson())
    const phone = newPhone()
    await visitor.post('/api/phone', { country: phone.country, number: phone.number })
    const wrong = (await codeTo(running, phone.e164)) === '000000' ? '000001' : '000000'
    expect((await visitor.post('/api/phone/code', { code: wrong })).body).toMatchObject({ problem: '60022' })
    expect((await visitor.post('/api/phone', { country: '1', number: '5' })).body.problem).toBe('60033')
    expect((await visitor.get('/api/phone')).body).toEqual({ ready: false })
    expect((await visitor.post('/api/transfer', { to: 'Bob', amount: 1 })).body.problem).toBe('no-phone')
  })

  it('takes no form that another site makes a browser send', async () => {
    const visitor = newVisitor(bank.url)
    await visitor.get('/api/state')
    const answered = await fetch(`${bank.url}/api/sign-out`, { method: 'POST', body: new URLSearchParams() })
    expect(answered.status).toBe(400)
  })

  it('says that Lanyard is away, and goes on when it is back', async () => {
    const [visitor, device] = [newVisitor(bank.url), await newPerson()]
    const { body: question } = await visitor.post('/api/sign-in')
    await running.app.stop()
    for (const refused of [await visitor.get('/api/sign-in'), await visitor.post('/api/sign-in/cancel')])
      expect([refused.status, refused.body.problem]).toEqual([503, 'away'])
    running = await startLanyard()
    expect((await approve(device, question)).status).toBe(200)
    expect((await visitor.get('/api/sign-in')).body).toEqual({ status: 'completed' })
  })
})
