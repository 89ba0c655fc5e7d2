import { beforeAll, expect, it } from 'vitest'
import { operations } from '../../../src/twofactor/operations.ts'
import { oneOrAllEngines } from '../../engines.ts'
import { onEachApp, type RunningApp } from '../../harness.ts'
import { codeTo, newClient, newPhone, type TwofactorClient, userForm } from '../../twofactor/client.ts'
import { askApproval, enrolmentCode, newDevice, newUserWithDevice } from '../../twofactor/device.ts'
import { newSeed, totp } from '../../twofactor/tokens.ts'
import { failStatements, type StatementFaults } from '../statements.ts'
import { type Ask, ask, survey } from '../survey.ts'

type Name = keyof typeof operations
type Scene = { readonly running: RunningApp; readonly client: TwofactorClient }

const ofUser =
  (method: string, path: (id: number) => string, form?: Readonly<Record<string, string>>) =>
  async (scene: Scene) =>
    call(scene, method, path(await scene.client.enrol()), form)

/** A request of each operation that succeeds. */
const requests: Readonly<Record<Name, (scene: Scene) => Promise<Ask>>> = {
  enrolUser: async (scene) =>
    call(scene, 'POST', '/protected/json/users/new', {
      ...userForm(newPhone()),
      send_install_link_via_sms: 'true',
    }),
  async verifyToken(scene) {
    const id = await scene.client.enrol()
    const token = totp(await newSeed(scene.client, id), scene.running.clock.now())
    return call(scene, 'GET', `/protected/json/verify/${token}/${id}`)
  },
  sendSms: ofUser('GET', (id) => `/protected/json/sms/${id}`),
  startCall: ofUser('GET', (id) => `/protected/json/call/${id}`),
  getUserStatus: ofUser('GET', (id) => `/protected/json/users/${id}/status`),
  removeUser: ofUser('POST', (id) => `/protected/json/users/${id}/remove`),
  deleteUser: ofUser('POST', (id) => `/protected/json/users/${id}/delete`),
  deleteUserById: ofUser('POST', (id) => `/protected/json/users/delete/${id}`),
  async createApproval(scene) {
    const { id } = await newUserWithDevice(scene.running, scene.client)
    return call(scene, 'POST', `/onetouch/json/users/${id}/approval_requests`, { message: 'Log in?' })
  },
  getApproval: async (scene) =>
    call(scene, 'GET', `/onetouch/json/approval_requests/${(await newApproval(scene)).uuid}`),
  async startVerification(scene) {
    const { country, number } = newPhone()
    const form = { country_code: country, phone_number: number, via: 'sms' }
    return call(scene, 'POST', '/protected/json/phones/verification/start', form)
  },
  async checkVerification(scene) {
    const { phone, query } = await startVerification(scene)
    const code = await codeTo(scene.running, phone.e164)
    return call(scene, 'GET', `/protected/json/phones/verification/check?${query}&verification_code=${code}`)
  },
  getAppDetails: async (scene) => call(scene, 'GET', '/protected/json/app/details'),
  getAppStats: async (scene) => call(scene, 'GET', '/protected/json/app/stats'),
  getVerificationStatus: async (scene) =>
    call(
      scene,
      'GET',
      `/protected/json/phones/verification/status?${(await startVerification(scene)).query}`,
    ),
  getPhoneInfo: async (scene) =>
    call(scene, 'GET', '/protected/json/phones/info?country_code=1&phone_number=7754615609'),
  registerActivity: ofUser('POST', (id) => `/protected/json/users/${id}/register_activity`, {
    type: 'banned',
  }),
  sendEmail: ofUser('POST', (id) => `/protected/json/email/${id}`),
  updateUser: ofUser('POST', (id) => `/protected/json/users/${id}/update`, { email: 'new@example.org' }),
  createSecret: ofUser('POST', (id) => `/protected/json/users/${id}/secret`),
  createEnrolment: ofUser('POST', (id) => `/protected/json/users/${id}/enrolments`),
  async enrolDevice(scene) {
    const device = newDevice(scene.running)
    const code = await enrolmentCode(scene.client, await scene.client.enrol())
    const token = device.token({ name: 'Phone' }, { jwk: device.signer.jwk })
    return signed(scene, 'POST', `/enrolments/${code}`, token)
  },
  async listDeviceApprovals(scene) {
    const { device } = await newApproval(scene)
    return call(scene, 'GET', '/device/approvals', undefined, { authorization: `JWT ${device.inboxToken()}` })
  },
  async streamDeviceApprovals(scene) {
    const { device } = await newApproval(scene)
    return call(scene, 'GET', '/device/events', undefined, { authorization: `JWT ${device.inboxToken()}` })
  },
  getApprovalLogo: async (scene) =>
    call(scene, 'GET', `/device/approvals/${(await newApproval(scene)).uuid}/logos/0`),
  async answerApproval(scene) {
    const { uuid, device } = await newApproval(scene)
    return signed(scene, 'POST', `/approvals/${uuid}`, device.token({ uuid, status: 'approved' }))
  },
  async changeDevice(scene) {
    const { device } = await newUserWithDevice(scene.running, scene.client)
    return signed(scene, 'PUT', '', device.token({ name: 'New' }))
  },
  async moveDevice(scene) {
    const { device } = await newUserWithDevice(scene.running, scene.client)
    return signed(scene, 'POST', '/move', device.token({ move: true }))
  },
  async removeDevice(scene) {
    const { device } = await newUserWithDevice(scene.running, scene.client)
    return signed(scene, 'DELETE', '', device.token({}))
  },
}

/** A logo would have to be fetched: there is none. */
const refused: readonly Name[] = ['getApprovalLogo']

async function newApproval({ running, client }: Scene) {
  const { id, device } = await newUserWithDevice(running, client)
  return { device, ...(await askApproval(client, id)) }
}

async function startVerification({ client }: Scene) {
  const phone = newPhone()
  const form = { country_code: phone.country, phone_number: phone.number, via: 'sms' }
  expect((await client.post('/protected/json/phones/verification/start', { form })).status).toBe(200)
  return { phone, query: new URLSearchParams(form).toString() }
}

function call(
  { running, client }: Scene,
  method: string,
  path: string,
  form?: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Ask {
  const type = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
  const body = form === undefined ? undefined : new URLSearchParams(form).toString()
  const all = { 'x-twofactor-api-key': client.key, ...type, ...headers }
  return () => ask(`${running.url}/twofactor${path}`, { method, headers: all, body })
}

function signed({ running }: Scene, method: string, path: string, token: string): Ask {
  const headers = { 'content-type': 'application/jwt' }
  return () => ask(`${running.url}/twofactor/device${path}`, { method, headers, body: token })
}

onEachApp(
  'the two-factor service while a statement fails',
  (running) => {
    let faults: StatementFaults
    let client: TwofactorClient
    beforeAll(async () => {
      faults = failStatements(running())
      client = await newClient(running())
    })

    it.each(Object.keys(operations) as Name[])('blames no caller: %s', async (name) => {
      const { answer } = await survey(faults, () => requests[name]({ running: running(), client }))
      if (refused.includes(name)) expect(answer.status).toBe(404)
      else expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
    })
  },
  { settings: { LANYARD_RATE: 'off' }, engines: oneOrAllEngines },
)
