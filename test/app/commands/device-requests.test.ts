import { createServer } from 'node:net'
import { createRemoteJWKSet, importJWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../../child.ts'
import { type Fields, openScene, type Peer, readCode, registerPeer, type Scene } from './device-peer.ts'
import { expectRefused, launch } from './program.ts'

type Inbox = { jobs: Fields[] }

let scene: Scene
let peer: Peer
let sub = ''
beforeAll(async () => {
  scene = await openScene()
  peer = await registerPeer(scene.issuer)
  sub = (await scene.deviceJson<{ fingerprint: string }>('create')).fingerprint
  const { job } = await scene.deviceJson<{ job: string }>('verify', '--email', 'ada@example.org')
  await scene.deviceJson('confirm', job, await readCode(scene.place, 'ada@example.org'))
})
afterAll(async () => {
  await scene?.server.end('SIGTERM')
  await scene?.close()
})

const statusOf = async (job: string) => (await scene.client.getScopeJob({ params: { job } })).body?.status

/** Takes the place of the server until someone has come in vain. */
function hangUpOnce(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.destroy()
      server.close(() => resolve())
    })
    server.once('error', reject)
    server.listen(port, '127.0.0.1')
  })
}

describe('lanyard device inbox', () => {
  it('shows who asks for what, and how long it waits', async () => {
    expect((await scene.device('inbox')).stdout).toBe('No requests.\n')
    const { ticket } = await peer.ask({ sub, scope: 'name~r email', message: 'Sign in' })
    const shown = await scene.deviceProcess('inbox')
    expect(shown).toMatchObject({ status: 0, stderr: '' })
    const lines = [
      ticket,
      '  asked by     Shop',
      '  verified     no',
      `  fingerprint  ${peer.fingerprint}`,
      '  message      Sign in',
      '  asks for     name \\(required\\), email',
      '  time left    4 min [45]\\d s',
    ]
    expect(shown.stdout).toMatch(new RegExp(`^${lines.join('\n')}\n$`))
    expect(await scene.deviceJson<Inbox>('inbox')).toMatchObject({ jobs: [{ job: ticket }] })
    await scene.deviceJson('deny', ticket)
  })

  it('lets no name turn the line around', async () => {
    const odd = await registerPeer(scene.issuer, { name: 'Shop \u202e(deifirev)' })
    const { ticket } = await odd.ask({ sub })
    expect((await scene.device('inbox')).stdout).toContain('asked by     Shop ?(deifirev)\n')
    await scene.deviceJson('deny', ticket)
  })

  it('follows what comes and goes, also past a restart of the server', async () => {
    const port = new URL(scene.server.url).port
    const watcher = await launch(scene.place, ['device', 'inbox', '--watch', '--json'], { PORT: port })
    let text = ''
    watcher.stdout?.on('data', (chunk) => (text += chunk))
    const lists = () =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => (JSON.parse(line) as Inbox).jobs.length)
    const other = await registerPeer(scene.issuer)
    await expect.poll(lists).toEqual([0])
    const { job } = await other.ask({ sub })
    await expect.poll(lists).toEqual([0, 1])
    await scene.client.cancelScopeJob({ params: { job } })
    await expect.poll(lists).toEqual([0, 1, 0])
    await scene.server.end('SIGTERM')
    await hangUpOnce(Number(port))
    const again = await startServer(scene.place, { settings: { PORT: port } })
    await expect.poll(lists).toEqual([0, 1, 0, 0])
    scene = { ...scene, server: again }
    watcher.kill('SIGTERM')
  })
})

describe('lanyard device approve', () => {
  it('answers by the link with what the user gives and the issuer verified', async () => {
    const { job, ticket, link, number } = await (await registerPeer(scene.issuer)).ask({
      scope: 'name~r email',
      nonce: 'n',
    })
    const approved = await scene.deviceProcess('approve', link, '--number', number, '--claim', 'name=Ada = L')
    expect(approved).toMatchObject({ status: 0, stderr: '' })
    expect(approved.stdout).toContain(
      '  shares       name Ada = L\n               email ada@example.org (verified by the issuer)\nApproved.\n',
    )
    const { token = '', receipt = '' } = (await scene.client.getScopeJob({ params: { job } })).body ?? {}
    const key = (await scene.client.getKey({ params: { PK: sub } })).body?.jwk
    const own = await jwtVerify(token, await importJWK(key ?? {}, 'EdDSA'), { subject: sub })
    expect(own.payload).toMatchObject({
      job: ticket,
      nonce: 'n',
      scope: 'name~r email',
      claims: { name: 'Ada = L' },
    })
    const keys = createRemoteJWKSet(new URL(`${scene.issuer}/.well-known/jwks.json`))
    expect((await jwtVerify(receipt, keys)).payload).toMatchObject({ sub, verified: ['email'] })
  })

  it('answers an open request, and shares nothing that was not asked for', async () => {
    const response = await fetch(`${scene.issuer}/scope`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"scope":"nickname"}',
    })
    const { ticket, job, number } = (await response.json()) as Record<string, string>
    const answer = await scene.deviceJson('approve', String(ticket), '--number', String(number))
    expect(answer).toEqual({ job: ticket, status: 'completed', app: null, shared: [] })
    expect(await statusOf(String(job))).toBe('completed')
  })

  it('tells in one line what is missing, surplus or wrong, and leaves the request open', async () => {
    const { job, ticket, number } = await peer.ask({ scope: 'name~r phone' })
    const approve = (...args: string[]) => scene.device('approve', ticket, ...args)
    expectRefused(await approve('--number', number), /requires name: give --claim name=/)
    expectRefused(await approve('--number', number, '--claim', 'age=3'), /does not ask for age/)
    expectRefused(await approve('--number', '7'), /--number takes the two digits/)
    expectRefused(await scene.device('approve', 'x', '--number', '77'), /give the ticket/)
    const wrong = number === '00' ? '01' : '00'
    const refused = await approve('--number', wrong, '--claim', 'name=Ada')
    expect(refused).toMatchObject({
      status: 1,
      stderr: 'lanyard: This is not the number that the application shows.\n',
    })
    expect(await statusOf(job)).toBe('outstanding')
  })

  it('says how a request ended', async () => {
    const { job, ticket, number } = await peer.ask({})
    await scene.client.cancelScopeJob({ params: { job } })
    expectRefused(await scene.device('approve', ticket, '--number', number), /cancelled by the application/)
    expectRefused(await scene.device('deny', '0'.repeat(20)), /No job has this identifier/)
  })
})

describe('lanyard device deny and block', () => {
  it('denies the request', async () => {
    const other = await registerPeer(scene.issuer)
    const { job, ticket } = await other.ask({ sub })
    expect(await scene.deviceJson('deny', ticket)).toMatchObject({ job: ticket, status: 'denied' })
    expect(await statusOf(job)).toBe('denied')
  })

  it('hears nothing from a blocked application until the block is lifted', async () => {
    const other = await registerPeer(scene.issuer)
    const { ticket } = await other.ask({ sub })
    const tickets = async () => (await scene.deviceJson<Inbox>('inbox')).jobs.map(({ job }) => job)
    expect(await scene.deviceJson('block', other.fingerprint)).toEqual({ blocked: [other.fingerprint] })
    expect(await tickets()).not.toContain(ticket)
    expect(await scene.deviceJson('unblock', other.fingerprint)).toEqual({ blocked: [] })
    expect(await tickets()).toContain(ticket)
  })
})
