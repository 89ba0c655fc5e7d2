import { describe, expect, it } from 'vitest'
import { readDecisions } from '../../../src/platform/audit/tallies.ts'
import { inviteOperator } from '../../../src/platform/operators/invitations.ts'
import type { Role } from '../../../src/platform/operators/tables.ts'
import { onEachApp, type RunningApp } from '../../harness.ts'
import { createAuthenticator, type SoftAuthenticator } from '../authenticator.ts'
import { consoleOf, cookieOf, refusalOf } from '../wire.ts'

const MINUTE_MS = 60_000
let people = 0

async function invite({ app }: RunningApp, role: Role = 'owner'): Promise<string> {
  const { token } = await inviteOperator(app.context, { email: `p${++people}@example.org`, role })
  return token.reveal()
}

type Options = { challenge: string; user?: { id: string } }

/** Redeems an invitation and gives the cookie of the session. */
async function accept(running: RunningApp, token: string, device: SoftAuthenticator): Promise<string> {
  const api = consoleOf(running)
  const { body } = await api.beginInvitation({ body: { token } })
  const response = device.create(body.options as Options)
  const { headers } = await api.acceptInvitation({ body: { token, response, passkeyName: 'Laptop' } })
  return cookieOf(headers)
}

async function signIn(running: RunningApp, device: SoftAuthenticator, habits = {}): Promise<Headers> {
  const api = consoleOf(running)
  const { body } = await api.beginSignIn({})
  const { headers } = await api.signIn({ body: { response: device.get(body as Options, habits) } })
  return headers
}

onEachApp('the console', (running) => {
  it('lets in who has an invitation and makes a passkey, and again by the passkey', async () => {
    const device = createAuthenticator()
    const first = await accept(running(), await invite(running(), 'support'), device)
    const { body } = await consoleOf(running(), { cookie: first }).getMe({})
    expect(body).toMatchObject({ role: 'support', everywhere: true, organisations: [{ name: 'Default' }] })
    expect(body.scopes).toContain('twofactor:write')
    expect(body.scopes).not.toContain('keys:write')
    const again = cookieOf(await signIn(running(), device))
    expect(again).not.toBe(first)
    expect((await consoleOf(running(), { cookie: again }).getMe({})).body.id).toBe(body.id)
  })

  it('keeps the session in a cookie that no script and no other site reaches', async () => {
    const device = createAuthenticator()
    await accept(running(), await invite(running()), device)
    const set = (await signIn(running(), device)).get('set-cookie') ?? ''
    expect(set).toMatch(
      /^lanyard_console=[\w-]{43}; Path=\/console; Max-Age=604800; HttpOnly; SameSite=Strict$/,
    )
  })

  it('takes an invitation once, and tells unknown, used and late alike', async () => {
    const token = await invite(running())
    await accept(running(), token, createAuthenticator())
    const late = await invite(running())
    running().clock.advance(24 * 60 * MINUTE_MS)
    const api = consoleOf(running())
    for (const wrong of [token, late, 'unknown'])
      expect(await refusalOf(api.beginInvitation({ body: { token: wrong } }))).toEqual([
        401,
        'unauthenticated',
      ])
  })

  it('leaves the invitation good where the passkey is not accepted', async () => {
    const token = await invite(running())
    const api = consoleOf(running())
    for (const habits of [{ origin: 'http://evil.test' }, { rpId: 'evil.test' }, { verified: false }]) {
      const { body } = await api.beginInvitation({ body: { token } })
      const response = createAuthenticator().create(body.options as Options, habits)
      const accepting = api.acceptInvitation({ body: { token, response, passkeyName: 'x' } })
      expect(await refusalOf(accepting)).toEqual([401, 'unauthenticated'])
    }
    expect(await accept(running(), token, createAuthenticator())).toMatch(/^lanyard_console=./)
  })

  it('leaves the invitation good where the passkey is another operator’s already', async () => {
    const device = createAuthenticator()
    await accept(running(), await invite(running()), device)
    const token = await invite(running())
    const api = consoleOf(running())
    const { body } = await api.beginInvitation({ body: { token } })
    const response = device.create(body.options as Options)
    const accepting = api.acceptInvitation({ body: { token, response, passkeyName: 'x' } })
    expect(await refusalOf(accepting)).toEqual([409, 'conflict'])
    expect(await accept(running(), token, createAuthenticator())).not.toBe('')
  })

  it('lets one of twenty at once redeem an invitation', async () => {
    const token = await invite(running())
    const api = consoleOf(running())
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { body } = await api.beginInvitation({ body: { token } })
        const response = createAuthenticator().create(body.options as Options)
        return () => api.acceptInvitation({ body: { token, response, passkeyName: 'Race' } })
      }),
    )
    const settled = await Promise.allSettled(answers.map((go) => go()))
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    running().clock.advance(11 * MINUTE_MS)
  })

  it('refuses a passkey for another invitation than its challenge was drawn for', async () => {
    const [mine, other] = [await invite(running()), await invite(running())]
    const api = consoleOf(running())
    const { body } = await api.beginInvitation({ body: { token: mine } })
    const response = createAuthenticator().create(body.options as Options)
    const accepting = api.acceptInvitation({ body: { token: other, response, passkeyName: 'x' } })
    expect(await refusalOf(accepting)).toEqual([401, 'unauthenticated'])
  })

  describe('refuses to sign in', () => {
    it.each([
      ['for another origin', { origin: 'http://evil.test' }],
      ['for another host', { rpId: 'evil.test' }],
      ['where the user is not verified', { verified: false }],
      ['with a challenge that was never drawn', { challenge: 'A'.repeat(43) }],
      ['with a counter that does not rise', { counter: 1 }],
    ])('%s', async (_name, habits) => {
      const device = createAuthenticator()
      await accept(running(), await invite(running()), device)
      await signIn(running(), device)
      expect(await refusalOf(signIn(running(), device, habits))).toEqual([401, 'unauthenticated'])
      expect(cookieOf(await signIn(running(), device))).not.toBe('')
    })

    it('by a passkey that it does not know', async () => {
      expect(await refusalOf(signIn(running(), createAuthenticator()))).toEqual([401, 'unauthenticated'])
    })

    it('and counts each of them, by the way that was tried', async () => {
      running().clock.advance(60 * MINUTE_MS)
      const counted = async (way: string) => {
        const [newest] = await readDecisions(running().app.context, `console:${way}`, 1)
        return newest?.from === undefined || running().clock.now() - newest.from > 60 * MINUTE_MS
          ? 0
          : newest.amount
      }
      expect(await counted('passkey')).toBe(0)
      for (let n = 0; n < 3; n++) await refusalOf(signIn(running(), createAuthenticator()))
      await refusalOf(consoleOf(running()).beginInvitation({ body: { token: 'A'.repeat(43) } }))
      expect([await counted('passkey'), await counted('invitation')]).toEqual([3, 1])
    })

    it('with a challenge the second time, and of ten at once with one challenge lets in one', async () => {
      const device = createAuthenticator()
      await accept(running(), await invite(running()), device)
      const api = consoleOf(running())
      const { body } = await api.beginSignIn({})
      const tries = Array.from({ length: 10 }, () =>
        api.signIn({ body: { response: device.get(body as Options) } }),
      )
      const settled = await Promise.allSettled(tries)
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })

    it('with a challenge of five minutes ago', async () => {
      const device = createAuthenticator()
      await accept(running(), await invite(running()), device)
      const api = consoleOf(running())
      const { body } = await api.beginSignIn({})
      running().clock.advance(5 * MINUTE_MS)
      const late = api.signIn({ body: { response: device.get(body as Options) } })
      expect(await refusalOf(late)).toEqual([401, 'unauthenticated'])
    })

    it('after too many attempts from an address, until their time is over', async () => {
      const api = consoleOf(running())
      running().clock.advance(11 * MINUTE_MS)
      for (let attempt = 0; attempt < 120; attempt++) await api.beginSignIn({})
      expect(await refusalOf(api.beginSignIn({}))).toEqual([429, 'rate-limited'])
      running().clock.advance(10 * MINUTE_MS + 1)
      expect((await api.beginSignIn({})).status).toBe(200)
    })
  })
})
