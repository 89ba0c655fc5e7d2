import { beforeAll, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { PATIENCE } from '../../speed.ts'
import { codeTo, newPhone } from '../../twofactor/client.ts'
import { ensureClients, requireClient } from './installed.ts'
import { giveDevice, newAccount, settings, startReceiver } from './scene.ts'

type Members = Record<string, unknown>
type Call = (input?: Members, options?: Members) => Promise<Members>
type AuthyClient = Record<
  | 'createApprovalRequest'
  | 'deleteUser'
  | 'getApplicationDetails'
  | 'getApplicationStatistics'
  | 'getApprovalRequest'
  | 'getPhoneInformation'
  | 'getUserStatus'
  | 'registerActivity'
  | 'registerUser'
  | 'requestCall'
  | 'requestSms'
  | 'startPhoneVerification'
  | 'verifyCallback'
  | 'verifyPhone'
  | 'verifyToken',
  Call
>
type Package = { Client: new (account: { key: string }, options: { host: string }) => AuthyClient }

/** It validates every answer itself, and rejects what it does not expect. */
onEachApp(
  'authy-client 1.1.4',
  (running) => {
    let Client: Package['Client']
    let client: AuthyClient
    let key: string
    beforeAll(async () => {
      await ensureClients()
      Client = (requireClient('authy-client') as Package).Client
      const account = await newAccount(running())
      key = account.key
      client = new Client(account, account)
    })

    async function register(): Promise<{ authyId: number; e164: string; phone: string }> {
      const { number: phone, e164 } = newPhone()
      const { user } = await client.registerUser({ countryCode: 'US', email: 'ada@example.org', phone })
      return { authyId: (user as { id: number }).id, e164, phone }
    }

    it('is the package as it was published', () => {
      expect(requireClient('authy-client/package.json')).toMatchObject({ version: '1.1.4' })
      const own = Object.getOwnPropertyNames(Client.prototype).filter((name) => name !== 'constructor')
      const called: Record<keyof AuthyClient, true> = {
        createApprovalRequest: true,
        deleteUser: true,
        getApplicationDetails: true,
        getApplicationStatistics: true,
        getApprovalRequest: true,
        getPhoneInformation: true,
        getUserStatus: true,
        registerActivity: true,
        registerUser: true,
        requestCall: true,
        requestSms: true,
        startPhoneVerification: true,
        verifyCallback: true,
        verifyPhone: true,
        verifyToken: true,
      }
      expect(own.sort()).toEqual(Object.keys(called).sort())
    })

    it('registers a user, sends by SMS and voice, and verifies', async () => {
      const { authyId, e164, phone } = await register()
      const cellphone = `+1-XXX-XXX-XX${phone.slice(-2)}`
      const sms = await client.requestSms({ authyId }, { force: true, action: 'login', message: 'Hello' })
      expect(sms).toMatchObject({ success: true, message: 'SMS token was sent', cellphone })
      expect(await client.requestCall({ authyId })).toMatchObject({ message: 'Call started...', cellphone })
      const token = await codeTo(running(), e164)
      expect(await client.verifyToken({ authyId, token }, { force: true })).toMatchObject({
        token: 'is valid',
      })
      await expect(client.verifyToken({ authyId, token })).rejects.toMatchObject({
        code: 401,
        body: { error_code: '60019', success: false },
      })
      await expect(client.verifyToken({ authyId, token: '0000000' })).rejects.toMatchObject({
        code: 401,
        body: { error_code: '60020', token: 'is invalid' },
      })
    })

    it('reads the status, registers an activity and deletes the user', async () => {
      const { authyId, phone } = await register()
      const ip = { ip: '127.0.0.1' }
      const { status } = await client.getUserStatus({ authyId }, ip)
      expect(status).toMatchObject({ authy_id: authyId, phone_number: `XXX-XXX-${phone.slice(-4)}` })
      const activity = { authyId, type: 'banned', data: { reason: 'x' } }
      expect(await client.registerActivity(activity, ip)).toMatchObject({ message: 'Activity was created.' })
      expect(await client.deleteUser({ authyId }, ip)).toMatchObject({ success: true })
      await expect(client.getUserStatus({ authyId })).rejects.toMatchObject({
        code: 404,
        body: { error_code: '60026', message: 'User not found.' },
      })
    })

    it('verifies a phone number', async () => {
      const { number: phone, e164 } = newPhone()
      const number = { countryCode: 'US', phone }
      const started = await client.startPhoneVerification(
        { ...number, via: 'sms' },
        { codeLength: 6, locale: 'es' },
      )
      expect(started).toMatchObject({ is_cellphone: true })
      await expect(client.verifyPhone({ ...number, token: '0000' })).rejects.toMatchObject({
        code: 401,
        body: { error_code: '60022', message: 'Verification code is incorrect' },
      })
      const token = await codeTo(running(), e164)
      expect(await client.verifyPhone({ ...number, token })).toMatchObject({ success: true })
      expect(await client.getPhoneInformation(number)).toMatchObject({ type: 'cellphone' })
    })

    it('reads the application and its statistics', async () => {
      expect(await client.getApplicationDetails({ ip: '127.0.0.1' })).toMatchObject({ app: { name: 'Shop' } })
      expect(await client.getApplicationStatistics()).toMatchObject({ count: 12 })
    })

    it('asks for an approval and reads how it ends', async () => {
      const { authyId } = await register()
      const device = await giveDevice(running(), key, authyId)
      const asked = await client.createApprovalRequest(
        {
          authyId,
          details: { hidden: { ip: '10.1.2.3' }, visible: { 'Account Number': '981266321' } },
          logos: [{ res: 'default', url: 'https://shop.example/logo.png' }],
          message: 'Login requested for a Bank account.',
        },
        { ttl: 120 },
      )
      const { uuid } = asked.approval_request as { uuid: string }
      const read = async () => (await client.getApprovalRequest({ id: uuid })).approval_request
      expect(await read()).toMatchObject({ status: 'pending', _authy_id: authyId })
      const inbox = (await device.inbox()).body.approval_requests as Members[]
      expect(inbox).toMatchObject([{ uuid, details: { 'Account Number': '981266321' } }])
      await device.answer(uuid, { status: 'approved' })
      expect(await read()).toMatchObject({ status: 'approved' })
      await expect(client.getApprovalRequest({ id: 'x' })).rejects.toMatchObject({
        code: 404,
        body: { error_code: '60049', errors: {} },
      })
    })

    it('is told that a key is none', async () => {
      const stranger = new Client({ key: 'nope' }, { host: `${running().url}/twofactor` })
      await expect(stranger.getApplicationDetails()).rejects.toMatchObject({
        code: 401,
        body: { error_code: '60001', message: 'Invalid API key' },
      })
    })

    it('verifies the callback of an approval', async () => {
      const { url, received } = await startReceiver()
      const account = await newAccount(running(), url)
      const own = new Client(account, account)
      const { number: phone } = newPhone()
      const { user } = await own.registerUser({ countryCode: 'US', email: 'ada@example.org', phone })
      const authyId = (user as { id: number }).id
      const device = await giveDevice(running(), account.key, authyId)
      const asked = await own.createApprovalRequest({
        authyId,
        details: { hidden: { ip: '10.1.2.3' }, visible: { amount: '10 & more (€)', account: '9' } },
        logos: [
          { res: 'default', url: 'https://shop.example/logo.png' },
          { res: 'low', url: 'https://shop.example/low.png' },
        ],
        message: "It's a test!",
      })
      const { uuid } = asked.approval_request as { uuid: string }
      await device.answer(uuid, { status: 'denied' })
      await expect
        .poll(
          () =>
            running()
              .app.background.drain()
              .then(() => received.length),
          PATIENCE,
        )
        .toBe(1)
      const [callback] = received
      expect(callback?.body).toMatchObject({ uuid, status: 'denied', authy_id: authyId })
      const request = { ...callback, protocol: 'http' }
      expect(await own.verifyCallback(request)).toMatchObject({ body: { uuid } })
      const forged = { ...request, body: { ...callback?.body, status: 'approved' } }
      await expect(own.verifyCallback(forged)).rejects.toMatchObject({ name: expect.any(String) })
    })
  },
  { settings },
)
