import { beforeEach, expect, it } from 'vitest'
import { type Answered, type Asked, startPhone } from './phone.ts'

/** An issuer: the keys that are live, those that have a successor, and the recovery keys that it was told. */
const issuer = { live: new Set<string>(), successors: new Map<string, string>(), told: [] as string[] }

function serve({ method, path }: Asked): Answered {
  const [, key = ''] = /\/key\/([\w-]+)/.exec(path) ?? []
  if (!issuer.live.has(key)) {
    const body = { title: 'revoked-key', successor: issuer.successors.get(key) }
    return method === 'HEAD' ? { status: 404 } : { status: 410, body }
  }
  if (path.endsWith('/recovery')) issuer.told.push(key)
  return method === 'HEAD' ? {} : { body: { status: 'registered', recovery: null } }
}

startPhone(serve)
const { activateFile, createFile, isUpToDate } = await import('../../../web/authenticator/recovery/make.ts')
const { createDeviceKey } = await import('../../../web/authenticator/keys/device-key.ts')
const { identities, loadState, replaceIdentity, removeIdentity, saveIdentity } = await import(
  '../../../web/authenticator/base/state.ts'
)
await loadState()

async function addIdentity(name: string) {
  const key = await createDeviceKey()
  issuer.live.add(key.thumbprint)
  const identity = { id: key.thumbprint, name, key, secret: undefined, claims: {}, since: Date.now() }
  await saveIdentity(identity)
  return identity
}

/** The issuer accepts a new key of the identity, but its answer is lost. */
async function loseChange(identity: Awaited<ReturnType<typeof addIdentity>>) {
  const next = await createDeviceKey()
  await saveIdentity({ ...identity, next })
  issuer.live.delete(identity.id)
  issuer.live.add(next.thumbprint)
  issuer.successors.set(identity.id, next.thumbprint)
  return next.thumbprint
}

const savedFor = () => identities.value.filter((one) => one.recoverySince !== undefined).map(({ id }) => id)

beforeEach(async () => {
  for (const { id } of identities.value) await removeIdentity(id)
  issuer.told = []
})

it('makes a file for the keys that identities have now', async () => {
  const next = await loseChange(await addIdentity('Ada'))
  const file = await createFile('correct horse battery')
  expect([...file.keys.keys()]).toEqual([next])
  expect(await activateFile(file)).toBe(true)
  expect(savedFor()).toEqual([next])
})

it('asks for a new file if an identity has changed its key in the meantime', async () => {
  const [ada, work] = [await addIdentity('Ada'), await addIdentity('Work')]
  const file = await createFile('correct horse battery')
  expect(isUpToDate(file)).toBe(true)
  await loseChange(work)
  expect(await activateFile(file)).toBe(false)
  expect(isUpToDate(file)).toBe(false)
  const key = await createDeviceKey()
  await replaceIdentity(ada.id, { ...ada, id: key.thumbprint, key })
  expect(await activateFile(file)).toBe(false)
  expect(issuer.told).toEqual([])
  expect(savedFor()).toEqual([])
})

it('reports an identity that has moved elsewhere, after it has activated the others', async () => {
  const [gone, moved, stays] = [await addIdentity('Old'), await addIdentity('Ada'), await addIdentity('Work')]
  const file = await createFile('correct horse battery')
  issuer.live.delete(gone.id)
  issuer.live.delete(moved.id)
  issuer.successors.set(moved.id, 'x'.repeat(43))
  await expect(activateFile(file)).rejects.toMatchObject({ status: 410 })
  expect(savedFor()).toEqual([stays.id])
  issuer.successors.delete(moved.id)
  expect(await activateFile(file)).toBe(true)
  expect(issuer.told).toEqual([stays.id])
})
