import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type ServerProcess, startServer } from '../../child.ts'
import { createAuthenticator } from '../../console/authenticator.ts'
import { consoleOf, cookieOf, refusalOf } from '../../console/wire.ts'
import { onEachEngine } from '../../engines.ts'
import { expectRefused, lanyardHere, lanyardHereJson, lanyardJson } from './program.ts'

type Listed = {
  operators: { id: string; email: string; role: string; organisation: string | null; state: string }[]
}

/** The tokens of the links that a server has printed. */
function printed(server: ServerProcess): string[] {
  const links = server.output().matchAll(/http:\/\/localhost:\d+\/console\/invitation#(\w{32})\n/g)
  return [...links].map(([, token = '']) => token)
}

/** Makes a passkey, as the page behind the link does; gives the cookie of the session. */
async function redeem(server: ServerProcess, token: string): Promise<string> {
  const origin = server.url.replace('127.0.0.1', 'localhost')
  const api = consoleOf(server)
  const { options } = (await api.beginInvitation({ body: { token } })).body
  const response = createAuthenticator().create(options as { challenge: string }, {
    origin,
    rpId: 'localhost',
  })
  return cookieOf((await api.acceptInvitation({ body: { token, response, passkeyName: 'Key' } })).headers)
}

onEachEngine('operators of a server', (place) => {
  it('begin with the link that a start prints, anew at each start until one was used', async () => {
    const first = await startServer(place())
    const [before = '', ...more] = printed(first)
    expect([before.length, more]).toEqual([32, []])
    await first.end('SIGTERM')
    const second = await startServer(place(), { settings: { LANYARD_PROCESSES: '2' } })
    await expect.poll(() => printed(second).length).toBe(1)
    const [token = ''] = printed(second)
    const old = consoleOf(second).beginInvitation({ body: { token: before } })
    expect(await refusalOf(old)).toEqual([401, 'unauthenticated'])
    const cookie = await redeem(second, token)
    expect((await consoleOf(second, { cookie }).getMe({})).body).toMatchObject({
      role: 'owner',
      everywhere: true,
    })
    await second.end('SIGTERM')
    const third = await startServer(place())
    expect([printed(third), third.output()]).toEqual([[], expect.stringContaining('Lanyard is running at')])
    // What one process ends has ended in the others.
    expect((await consoleOf(third, { cookie }).getMe({})).status).toBe(200)
    await third.end('SIGTERM')
  })

  it('are invited, listed and disabled by commands; the last owner stays', async () => {
    const args = [
      'operator',
      'invite',
      '--email',
      'Kim@example.org',
      '--role',
      'support',
      '--organisation',
      'Choir',
    ]
    const { id, link } = await lanyardJson<{ id: string; link: string }>(place(), args)
    expect(link).toMatch(/\/console\/invitation#\w{32}$/)
    const { operators } = await lanyardHereJson<Listed>(place(), ['operator', 'list'])
    expect(operators).toMatchObject([
      { role: 'owner', organisation: null, state: 'live' },
      { id, email: 'kim@example.org', role: 'support', organisation: 'Choir', state: 'invited' },
    ])
    expect(await lanyardJson(place(), ['operator', 'disable', 'KIM@example.org'])).toEqual({
      id,
      status: 'disabled',
    })
    const after = await lanyardHereJson<Listed>(place(), ['operator', 'list'])
    expect(after.operators[1]?.state).toBe('disabled')
    expectRefused(await lanyardHere(place(), ['operator', 'disable', operators[0]?.id ?? '']), /last owner/)
    expectRefused(await lanyardHere(place(), ['operator', 'disable', 'nobody']), /operator list/)
  })

  it('get a link to the server that runs, although the command does not know its port', async () => {
    const server = await startServer(place())
    const address = server.url.replace('127.0.0.1', 'localhost')
    const invite = ['operator', 'invite', '--email', 'lee@example.org']
    const { link } = await lanyardJson<{ link: string }>(place(), invite, { PORT: '' })
    expect(link).toContain(`${address}/console/invitation#`)
    const own = { PORT: '', LANYARD_URL: 'https://lanyard.example' }
    const { stdout } = await lanyardHere(place(), invite, own)
    expect(stdout).toMatch(/^https:\/\/lanyard\.example\/console\/invitation#/)
    expect(stdout).not.toContain('only on this machine')
    await server.end('SIGTERM')
  })

  it('get a link that says so if only this machine can open it', async () => {
    writeFileSync(join(place().dataFolder, 'addresses.json'), '{"port":')
    const { stdout } = await lanyardHere(place(), ['operator', 'invite', '--email', 'kai@example.org'], {
      PORT: '',
    })
    expect(stdout).toMatch(/^http:\/\/localhost:4000\/console\/invitation#/)
    expect(stdout).toContain('It works only on this machine: for other people, set LANYARD_URL')
  })
})
