import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateEd25519 } from '../../../src/kernel/jwt/sign.ts'
import { type Fields, openScene, readCode, type Scene } from './device-peer.ts'
import { expectRefused } from './program.ts'

let scene: Scene
let made: Fields
beforeAll(async () => {
  scene = await openScene()
  made = JSON.parse((await scene.deviceProcess('create', '--name', 'Ada', '--json')).stdout)
})
afterAll(() => scene?.close())

const pathOf = (name: string) => join(scene.place.dataFolder, name)
const read = (name: string): Fields => JSON.parse(readFileSync(pathOf(name), 'utf8'))
const write = (name: string, device: Fields) =>
  writeFileSync(pathOf(name), JSON.stringify(device), { mode: 0o600 })
const create = (name: string) => scene.deviceJson<{ fingerprint: string }>('create', '--file', pathOf(name))

describe('lanyard device create', () => {
  it('registers a key and keeps it in a file for its owner alone', async () => {
    expect(made).toEqual({ fingerprint: made.fingerprint, file: pathOf('device.json'), issuer: scene.issuer })
    expect(statSync(pathOf('device.json')).mode & 0o777).toBe(0o600)
    const known = await scene.client.getKey({ params: { PK: String(made.fingerprint) } })
    const { key, secret } = read('device.json')
    expect(known.body).toMatchObject({ name: 'Ada', kind: 'person', jwk: { x: (key as Fields).x } })
    expect(secret).toMatch(/^[\w-]{22,}$/)
  })

  it('says that there is one the second time, and leaves it alone', async () => {
    const before = read('device.json')
    expectRefused(await scene.device('create'), /there is a device in .*device\.json already, [\w-]{43}:/)
    expect(read('device.json')).toEqual(before)
  })

  it('goes on with the key whose answer was lost', async () => {
    const { fingerprint } = await create('lost.json')
    const { secret: _, ...device } = read('lost.json')
    write('lost.json', { ...device, registered: false })
    expectRefused(await scene.device('show', '--file', pathOf('lost.json')), /there is no device in/)
    expect(await create('lost.json')).toMatchObject({ fingerprint })
    expect(await scene.deviceJson('show', '--file', pathOf('lost.json'))).toMatchObject({ fingerprint })
  })

  it('remembers the issuer that it was given', async () => {
    const file = pathOf('elsewhere.json')
    await scene.deviceJson('create', '--file', file, '--issuer', `${scene.issuer}/`)
    expect(read('elsewhere.json')).toMatchObject({ issuer: scene.issuer })
    expect(read('device.json').issuer).toBeUndefined()
  })
})

describe('lanyard device show', () => {
  it('tells what the issuer knows of the device, and never its secrets', async () => {
    const shown = await scene.deviceProcess('show')
    expect(shown).toMatchObject({ status: 0, stderr: '' })
    expect(shown.stdout).toMatch(/^fingerprint {2}[\w-]{43}\nname {9}Ada\nstatus {7}registered\n/)
    const { key, secret } = read('device.json')
    expect(shown.stdout).not.toContain(secret)
    expect(shown.stdout).not.toContain((key as Fields).d)
  })

  it.each([
    ['no device', [], /there is no device in .*none\.json: make one with/],
    [
      'an address without a server',
      ['--issuer', 'http://localhost:2/issuer'],
      /does not answer \(ECONNREFUSED\)/,
    ],
    ['an address without an issuer', ['--issuer', 'HERE'], /there is no issuer at http/],
    ['no address', ['--issuer', 'issuer'], /--issuer takes an address/],
  ])('tells %s in one line', async (what, args, line) => {
    const file = what === 'no device' ? ['--file', pathOf('none.json')] : []
    const given = args.map((text) => text.replace('HERE', scene.issuer.replace('/issuer', '')))
    expectRefused(await scene.device('show', ...given, ...file), line)
  })

  it('speaks to no issuer under another name than its own', async () => {
    const alias = scene.issuer.replace('localhost', '127.0.0.1')
    expectRefused(await scene.device('show', '--issuer', alias), /calls itself http:\/\/localhost/)
  })

  it('takes no file that others may read, nor one that holds something else', async () => {
    write('open.json', read('device.json'))
    chmodSync(pathOf('open.json'), 0o644)
    expectRefused(await scene.device('show', '--file', pathOf('open.json')), /open to other users/)
    write('odd.json', { key: 'none' })
    expectRefused(await scene.device('show', '--file', pathOf('odd.json')), /does not hold a device/)
  })
})

describe('lanyard device verify and confirm', () => {
  it('proves an address by its code, attaches the claim and keeps the token', async () => {
    const asked = await scene.deviceJson<{ job: string }>('verify', '--email', 'Ada@Example.org')
    expectRefused(
      await scene.deviceProcess('confirm', asked.job, 'wrong'),
      /This is not the code that was sent/,
    )
    const code = await readCode(scene.place, 'ada@example.org')
    expect(await scene.deviceJson('confirm', asked.job, code)).toMatchObject({
      claim: 'email',
      value: 'ada@example.org',
    })
    expect(await scene.deviceJson('show')).toMatchObject({ status: 'confirmed', claims: ['email'] })
    expect(read('device.json').claims).toEqual({ email: expect.stringMatching(/^eyJ/) })
  })

  it('goes on with a job whose answer was lost', async () => {
    const asked = await scene.deviceJson<{ job: string }>('verify', '--phone', '+4915112345678')
    const code = await readCode(scene.place, '+4915112345678')
    await scene.client.confirmScopeJob({ params: { job: asked.job }, query: { code }, body: undefined })
    expect(await scene.deviceJson('confirm', asked.job, code)).toMatchObject({ claim: 'phone' })
    expect(await scene.deviceJson('show')).toMatchObject({ claims: ['email', 'phone'] })
  })

  it('asks for one address', async () => {
    expectRefused(await scene.device('verify'), /give --email or --phone/)
    expectRefused(await scene.device('verify', '--email', 'ada'), /\/email is not an e-mail address/)
    expectRefused(await scene.device('confirm', 'no-job', '123456'), /give the job/)
  })
})

describe('lanyard device rotate', () => {
  it('replaces the key, and the new one speaks for the device', async () => {
    const { fingerprint: old } = await create('turn.json')
    const turned = await scene.deviceJson('rotate', '--file', pathOf('turn.json'))
    expect(turned).toEqual({ fingerprint: expect.not.stringMatching(old), replaces: old })
    const gone = scene.client.getKey({ params: { PK: old } })
    await expect(gone).rejects.toMatchObject({ status: 410, body: { successor: turned.fingerprint } })
    expect(await scene.deviceJson('show', '--file', pathOf('turn.json'))).toMatchObject({
      fingerprint: turned.fingerprint,
    })
  })

  it('took place where only its answer was lost', async () => {
    await create('halfway.json')
    const before = read('halfway.json')
    const { fingerprint } = await scene.deviceJson('rotate', '--file', pathOf('halfway.json'))
    const { key } = read('halfway.json')
    write('halfway.json', { ...before, next: key })
    expect(await scene.deviceJson('show', '--file', pathOf('halfway.json'))).toMatchObject({ fingerprint })
    expect(read('halfway.json')).toMatchObject({ key, claims: {} })
    expect(read('halfway.json').next).toBeUndefined()
  })

  it('is begun again where the issuer never heard of it', async () => {
    const { fingerprint: old } = await create('begun.json')
    const next = generateEd25519().privateJwk
    write('begun.json', { ...read('begun.json'), next })
    expect(await scene.deviceJson('show', '--file', pathOf('begun.json'))).toMatchObject({ fingerprint: old })
    await scene.deviceJson('rotate', '--file', pathOf('begun.json'))
    expect(read('begun.json')).toMatchObject({ key: next })
  })
})

describe('lanyard device revoke', () => {
  it('ends the key and removes the file, also after an answer that was lost', async () => {
    const { fingerprint } = await create('end.json')
    const before = read('end.json')
    const revoke = () => scene.deviceJson('revoke', '--file', pathOf('end.json'))
    expect(await revoke()).toEqual({ fingerprint, status: 'revoked' })
    expect(existsSync(pathOf('end.json'))).toBe(false)
    await expect(scene.client.getKey({ params: { PK: fingerprint } })).rejects.toMatchObject({ status: 410 })
    write('end.json', before)
    expectRefused(await scene.device('show', '--file', pathOf('end.json')), /This key is revoked/)
    expect(await revoke()).toEqual({ fingerprint, status: 'revoked' })
    expect(existsSync(pathOf('end.json'))).toBe(false)
  })
})
