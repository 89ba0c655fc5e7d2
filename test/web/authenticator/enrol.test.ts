import { beforeEach, expect, it } from 'vitest'
import { readToken } from '../../../src/client/device/token.ts'
import { type Answered, type Asked, startPhone } from './phone.ts'

/** A two-factor service with one user, whose single device the test can replace. */
const service = { codes: new Set<string>(), device: '', isLost: false, isOver: false, made: 0 }

function serve({ path, body }: Asked): Answered {
  const { sub } = readToken(body)
  if (path === '/twofactor/device/move') {
    if (sub !== service.device) return { status: 401, body: {} }
    const code = `next${service.made++}`
    service.codes.add(code)
    return { body: { enrolments: [{ code }], success: true } }
  }
  const code = path.slice(path.lastIndexOf('/') + 1)
  if (service.isOver || !service.codes.delete(code)) return { status: 404, body: {} }
  if (sub === service.device) return { status: 400, body: {} }
  service.device = String(sub)
  const uri = 'otpauth://totp/Bank:ada?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Bank'
  const enrolled = { device: { uuid: sub }, twofactor_id: 1, app: { name: 'Bank', app_id: 7 }, totp: { uri } }
  return { isLost: service.isLost, body: enrolled }
}

const { recordsOf } = startPhone(serve)
const { enrol, nameEnrolFailure } = await import('../../../web/authenticator/enrol/enrol.ts')
const { accounts, enrolments, loadState } = await import('../../../web/authenticator/base/state.ts')
await loadState()

const attempts = () => recordsOf('settings').filter(({ id }) => id.startsWith('enrolment '))
const failure = (code: string) => enrol(code, 'Phone').then(() => 'none', nameEnrolFailure)

beforeEach(() => {
  service.codes = new Set(['first'])
  service.isLost = false
  enrolments.value = []
  accounts.value = []
})

it.each([1, 3])('enrols although %i answers were lost', async (count) => {
  service.isLost = true
  for (let time = 0; time < count; time++) expect(await failure('first')).toBe('offline')
  expect(enrolments.value).toEqual([])
  service.isLost = false
  expect(await enrol('first', 'Phone')).toBe('Bank')
  expect(enrolments.value.map(({ key }) => key.thumbprint)).toEqual([service.device])
  expect(accounts.value).toHaveLength(1)
  expect(attempts()).toEqual([])
})

it('finds its place again even if a later attempt never reached the service', async () => {
  service.isLost = true
  await failure('first')
  service.isLost = false
  const enrolled = service.device
  // The next attempt gets a fresh code, which expires before it is used.
  service.isOver = true
  expect(await failure('first')).toBe('unknown')
  service.isOver = false
  service.codes.clear()
  expect(service.device).toBe(enrolled)
  expect(await enrol('first', 'Phone')).toBe('Bank')
  expect(enrolments.value.map(({ key }) => key.thumbprint)).toEqual([service.device])
})

it('leaves nothing behind when a code is unknown', async () => {
  expect(await failure('other')).toBe('unknown')
  expect(await failure('other')).toBe('unknown')
  expect(attempts()).toEqual([])
  expect(enrolments.value).toEqual([])
})
