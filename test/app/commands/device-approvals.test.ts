import { chmodSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Fields, openScene, registerPeer, type Scene } from './device-peer.ts'
import { expectRefused, lanyardHereJson, launch } from './program.ts'

type Inbox = { jobs: Fields[]; approval_requests: Fields[] }

let scene: Scene
let key = ''
let user = 0
beforeAll(async () => {
  scene = await openScene()
  const create = ['key', 'create', '--service', 'twofactor', '--name', 'Shop']
  key = (await lanyardHereJson<{ key: string }>(scene.place, create)).key
  user = await newUser('2125550101')
})
afterAll(() => scene?.close())

async function call<T = Fields>(method: string, path: string, body?: Fields): Promise<T> {
  const response = await fetch(`${scene.server.url}/twofactor${path}`, {
    method,
    headers: { 'x-twofactor-api-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as T
  expect(response.status, JSON.stringify(answer)).toBe(200)
  return answer
}
async function newUser(cellphone: string): Promise<number> {
  const given = { user: { cellphone, country_code: '1', email: 'ada@example.org' } }
  return (await call<{ twofactor_id: number }>('POST', '/protected/json/users/new', given)).twofactor_id
}
async function link(of = user): Promise<{ code: string; url: string }> {
  const path = `/protected/json/users/${of}/enrolments`
  return (await call<{ enrolment: { code: string; url: string } }>('POST', path, {})).enrolment
}
type Asked = { approval_request: { uuid: string }; number: string }
const ask = (members: Fields = {}, of = user) =>
  call<Asked>('POST', `/onetouch/json/users/${of}/approval_requests`, { message: 'Sign in', ...members })
async function statusOf(uuid: string): Promise<unknown> {
  const path = `/onetouch/json/approval_requests/${uuid}`
  return (await call<{ approval_request: Fields }>('GET', path)).approval_request.status
}
const fileOf = () => join(scene.place.dataFolder, 'device.twofactor.json')

describe('lanyard device enrol', () => {
  it('needs an enrolment before it shows anything', async () => {
    expectRefused(await scene.device('code'), /nothing is enrolled in .*: take the link of an application/)
    expectRefused(
      await scene.device('approve', '00000000-0000-0000-0000-000000000000'),
      /nothing is enrolled/,
    )
  })

  it('refuses what is no link, and a code that nobody gave', async () => {
    expectRefused(await scene.device('enrol', 'x'), /give the link that the application shows/)
    const refused = await scene.device('enrol', '0'.repeat(24))
    expect(refused).toMatchObject({ status: 1, stdout: '' })
    expect(refused.stderr).toMatch(/^lanyard: [^\n]+\n$/)
    expect(existsSync(fileOf())).toBe(false)
  })

  it('takes the link once, and keeps the key and the seed to its user', async () => {
    const { url, code } = await link()
    const enrolled = await scene.deviceProcess('enrol', url, '--name', "Ada's laptop")
    expect(enrolled).toMatchObject({ status: 0, stderr: '' })
    expect(enrolled.stdout).toMatch(
      new RegExp(`^[0-9a-f-]{36}\n\nEnrolled for Shop as user ${user}\\. The key and the seed are in .*\n$`),
    )
    expect(statSync(fileOf()).mode & 0o777).toBe(0o600)
    expect((await scene.device('enrol', code)).status).toBe(1)
    const { status } = await call<{ status: { detailed_devices: Fields[] } }>(
      'GET',
      `/protected/json/users/${user}/status`,
    )
    expect(status.detailed_devices).toMatchObject([{ name: "Ada's laptop", os_type: 'cli' }])
  })

  it('takes a code alone, and serves several users', async () => {
    const other = await newUser('2125550102')
    const enrolled = await scene.deviceJson('enrol', (await link(other)).code)
    expect(enrolled).toMatchObject({ app: 'Shop', twofactor_id: other })
    const { codes } = await scene.deviceJson<{ codes: Fields[] }>('code')
    expect(codes.map(({ twofactor_id }) => twofactor_id)).toEqual([user, other])
  })

  it('says where it looked for a server that is not there', async () => {
    const { url } = await link()
    const refused = await scene.device('enrol', url, '--twofactor', 'http://localhost:1/twofactor')
    expectRefused(refused, /the two-factor service at http:\/\/localhost:1\/twofactor does not answer/)
    expectRefused(await scene.device('enrol', url, '--twofactor', 'x'), /--twofactor takes an address/)
  })

  it('leaves a file alone that others may read', async () => {
    chmodSync(fileOf(), 0o644)
    expectRefused(
      await scene.device('enrol', (await link()).url),
      /open to other users: close it with chmod 600/,
    )
    chmodSync(fileOf(), 0o600)
  })
})

describe('lanyard device code', () => {
  it('prints codes that are good, and for how long', async () => {
    const { codes } = await scene.deviceJson<{ codes: { code: string; seconds_left: number }[] }>('code')
    const [{ code, seconds_left } = { code: '', seconds_left: 0 }] = codes
    expect(seconds_left).toBeGreaterThan(0)
    expect(seconds_left).toBeLessThanOrEqual(30)
    const verified = await call('GET', `/protected/json/verify/${code}/${user}`)
    expect(verified).toMatchObject({ token: 'is valid' })
    expect((await scene.deviceProcess('code')).stdout).toMatch(/^(\d{6} {2}\d+ s +Shop, user \d+\n){2}$/)
  })
})

describe('lanyard device inbox', () => {
  it('shows approvals, also to a device that is registered nowhere', async () => {
    expect((await scene.device('inbox')).stdout).toBe('No requests.\n')
    const { approval_request } = await ask({
      message: 'Pay \u202eeruc',
      details: { Amount: '5 €', To: 'Bob' },
      hidden_details: { risk: 'high' },
      number_match: true,
    })
    const { stdout } = await scene.device('inbox')
    const lines = [
      approval_request.uuid,
      '  asked by     Shop',
      '  message      Pay \\?eruc',
      '  details      Amount: 5 €',
      '               To: Bob',
      '  shows        \\d\\d, \\d\\d or \\d\\d',
      '  time left    1439 min \\d+ s',
    ]
    expect(stdout).toMatch(new RegExp(`^${lines.join('\n')}\n$`))
    await scene.deviceJson('deny', approval_request.uuid)
  })

  it('shows them beside what the issuer has', async () => {
    const { fingerprint } = await scene.deviceJson<{ fingerprint: string }>('create')
    const other = await newUser('2125550103')
    await scene.deviceJson('enrol', (await link(other)).url)
    const { ticket } = await (await registerPeer(scene.issuer)).ask({ sub: fingerprint })
    const { approval_request } = await ask({}, other)
    const inbox = await scene.deviceJson<Inbox>('inbox')
    expect(inbox).toMatchObject({ jobs: [{ job: ticket }], approval_requests: [approval_request] })
    await scene.deviceJson('deny', ticket)
    expect(await scene.deviceJson('approve', approval_request.uuid)).toMatchObject({ status: 'approved' })
    expect(await scene.deviceJson<Inbox>('inbox')).toEqual({ jobs: [], approval_requests: [] })
  })

  it('follows them as they come', async () => {
    const other = await newUser('2125550104')
    await scene.deviceJson('enrol', (await link(other)).url)
    const port = new URL(scene.server.url).port
    const watcher = await launch(scene.place, ['device', 'inbox', '--watch', '--json'], { PORT: port })
    let text = ''
    watcher.stdout?.on('data', (chunk) => (text += chunk))
    const uuids = () =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => (JSON.parse(line) as Inbox).approval_requests.map(({ uuid }) => uuid))
    await expect.poll(uuids).toEqual([[]])
    const first = (await ask({}, other)).approval_request.uuid
    await expect.poll(uuids).toEqual([[], [first]])
    await scene.deviceJson('approve', first)
    await expect.poll(uuids).toEqual([[], [first], []])
    const second = (await ask({}, other)).approval_request.uuid
    await expect.poll(uuids).toEqual([[], [first], [], [second]])
    watcher.kill('SIGTERM')
  })
})

describe('lanyard device approve and deny', () => {
  it('answers an approval by the number that the application shows', async () => {
    const other = await newUser('2125550105')
    await scene.deviceJson('enrol', (await link(other)).url)
    const { approval_request, number } = await ask({ number_match: true }, other)
    const { uuid } = approval_request
    expectRefused(await scene.device('approve', uuid), /give --number: the application shows one of \d\d, /)
    expectRefused(await scene.device('approve', uuid, '--number', '7'), /--number takes the two digits/)
    expectRefused(await scene.device('approve', uuid, '--claim', 'name=Ada'), /shares no details/)
    expect(await statusOf(uuid)).toBe('pending')
    const approved = await scene.deviceProcess('approve', uuid, '--number', number)
    expect(approved).toEqual({ status: 0, stdout: 'Approved.\n', stderr: '' })
    expect(await statusOf(uuid)).toBe('approved')
    expectRefused(await scene.device('approve', uuid, '--number', number), /this device has no such request/)
  })

  it('denies at once by a wrong number, and says so', async () => {
    const other = await newUser('2125550106')
    await scene.deviceJson('enrol', (await link(other)).url)
    const { approval_request, number } = await ask({ number_match: true }, other)
    const wrong = number === '00' ? '01' : '00'
    const refused = await scene.device('approve', approval_request.uuid, '--number', wrong)
    expectRefused(refused, /is not the number that the application shows: the request is denied/)
    expect(await statusOf(approval_request.uuid)).toBe('denied')
  })

  it('denies', async () => {
    const other = await newUser('2125550107')
    await scene.deviceJson('enrol', (await link(other)).url)
    const { uuid } = (await ask({}, other)).approval_request
    expect(await scene.deviceJson('deny', uuid)).toMatchObject({
      uuid,
      status: 'denied',
      app: { name: 'Shop' },
    })
    expect(await statusOf(uuid)).toBe('denied')
  })

  it('asks for the number of a sign-in too', async () => {
    const { ticket } = await (await registerPeer(scene.issuer)).ask({})
    expectRefused(await scene.device('approve', ticket), /--number takes the two digits/)
  })
})
