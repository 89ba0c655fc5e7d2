import { beforeEach, expect, it } from 'vitest'
import { readToken } from '../../../src/client/device/token.ts'
import { type Answered, type Asked, startPhone } from './phone.ts'

const server = {
  rotated: [] as string[],
  removed: new Set<string>(),
  revoked: new Set<string>(),
  isDown: false,
}

const REVOKED = { status: 410, body: { error: 'gone', title: 'revoked-key' } }

function serve({ method, path, body }: Asked): Answered {
  const key = path.slice(path.lastIndexOf('/') + 1)
  if (path.startsWith('/issuer/key/') && server.revoked.has(key)) return REVOKED
  if (method === 'GET') return { body: { status: 'registered' } }
  const { sub, rotate } = readToken(body)
  if (path === '/twofactor/device/move')
    return server.removed.has(String(sub))
      ? { status: 401, body: {} }
      : { body: { enrolments: [{ code: `code-${sub}` }], success: true } }
  if (rotate === undefined) return { body: { status: 'registered' } }
  if (server.isDown) return { status: 503, body: {} }
  server.rotated.push(String(sub))
  return { body: { status: 'registered' } }
}

const { recordsOf } = startPhone(serve)
const { startDeparture, finishDeparture } = await import('../../../web/authenticator/moving/departure.ts')
const { introduce } = await import('../../../web/authenticator/moving/introduction.ts')
const { createDeviceKey } = await import('../../../web/authenticator/keys/device-key.ts')
const { savePushRecord } = await import('../../../web/authenticator/push/push-record.ts')
const { enrolments, identities, loadState, removeEnrolment, removeIdentity, replaceIdentity, ...state } =
  await import('../../../web/authenticator/base/state.ts')
await loadState()

let since = 0

async function addIdentity(name: string) {
  const key = await createDeviceKey()
  const identity = { id: key.thumbprint, name, key, secret: undefined, claims: {}, since: since++ }
  await state.saveIdentity(identity)
  return identity
}

async function enrolAt(name: string) {
  const key = await createDeviceKey()
  const app = { name, appId: name }
  await state.saveEnrolment({ id: key.thumbprint, key, twofactorId: 1, app, accountId: name })
  return key.thumbprint
}

/** What the new phone answers. */
async function answerTo({ id, identities: coming }: Awaited<ReturnType<typeof startDeparture>>['departure']) {
  const aud = 'https://id.example/issuer'
  const keys = await Promise.all(
    coming.map(async ({ id: replaces }, at) => ({
      at,
      ...(await introduce(await createDeviceKey(), { aud, replaces })),
    })),
  )
  return { id, keys, services: [] }
}

beforeEach(async () => {
  for (const { id } of identities.value) await removeIdentity(id)
  for (const { id } of enrolments.value) await removeEnrolment(id)
  Object.assign(server, { rotated: [], removed: new Set(), revoked: new Set(), isDown: false })
})

it('lists the services that no longer know this phone', async () => {
  await enrolAt('Bank')
  server.removed.add(await enrolAt('Shop'))
  const { departure, refused } = await startDeparture()
  expect(departure.services.map(({ app }) => app)).toEqual(['Bank'])
  expect(refused).toEqual(['Shop'])
})

it('reports identities that the answer does not include as they are now', async () => {
  const [ada, work] = [await addIdentity('Ada'), await addIdentity('Work')]
  await addIdentity('Club')
  const { departure } = await startDeparture()
  const { keys, ...answer } = await answerTo(departure)
  const key = await createDeviceKey()
  await replaceIdentity(work.id, { ...work, id: key.thumbprint, key })
  await addIdentity('New')
  const { failed } = await finishDeparture({ ...answer, keys: keys.slice(0, 2) })
  expect(failed).toEqual([{ name: 'Work' }, { name: 'Club' }, { name: 'New' }])
  expect(server.rotated).toEqual([ada.id])
  expect(identities.value.map(({ name }) => name)).toEqual(['Work', 'Club', 'New'])
})

it('registers for push messages again after an identity could not move', async () => {
  const [ada, work] = [await addIdentity('Ada'), await addIdentity('Work')]
  await savePushRecord({
    isOn: true,
    told: { [ada.id]: 'endpoint', [work.id]: 'endpoint', other: 'endpoint' },
  })
  const answer = await answerTo((await startDeparture()).departure)
  server.isDown = true
  const { failed } = await finishDeparture({ ...answer, keys: answer.keys.slice(0, 1) })
  expect(failed.map(({ name }) => name)).toEqual(['Ada', 'Work'])
  const told = recordsOf('settings').find(({ id }) => id === 'push')
  expect(told).toMatchObject({ isOn: true, told: { [work.id]: 'endpoint', other: 'endpoint' } })
  expect(told).not.toHaveProperty(`told.${ada.id}`)
  server.isDown = false
  expect(await finishDeparture(answer)).toEqual({ failed: [], ended: [] })
  expect(identities.value).toEqual([])
})

it('leaves out identities that have ended, before the move or during it, and finishes without them', async () => {
  const [ada, old, late] = [await addIdentity('Ada'), await addIdentity('Old'), await addIdentity('Late')]
  server.revoked.add(old.id)
  const { departure, ended } = await startDeparture()
  expect(departure.identities.map(({ name }) => name)).toEqual(['Ada', 'Late'])
  expect(ended).toEqual([old])
  const answer = await answerTo(departure)
  server.revoked.add(late.id)
  expect(await finishDeparture(answer)).toEqual({ failed: [], ended: [old, late] })
  expect(server.rotated).toEqual([ada.id])
  expect(identities.value).toEqual([old, late])
})
