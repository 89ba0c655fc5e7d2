import { describe, expect, it } from 'vitest'
import { changeOperator } from '../../../src/platform/operators/directory.ts'
import { sweepOperators } from '../../../src/platform/operators/sign-in/sweep.ts'
import { operatorOf } from '../../console.ts'
import { onEachApp } from '../../harness.ts'
import { rowsOf } from '../../platform/accounts/rows.ts'
import { consoleOf, refusalOf } from '../wire.ts'

const HOUR_MS = 3_600_000
const ended = [401, 'unauthenticated']

onEachApp('a session', (running) => {
  it('ends by signing out, at once', async () => {
    const { headers } = await operatorOf(running())
    const api = consoleOf(running(), headers)
    const answer = await api.signOut({})
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=0')
    expect(await refusalOf(api.getMe({}))).toEqual(ended)
  })

  it('ends after twelve hours without a use, and goes on with one', async () => {
    const [idle, busy] = [await operatorOf(running()), await operatorOf(running())]
    running().clock.advance(11 * HOUR_MS)
    expect((await consoleOf(running(), busy.headers).getMe({})).status).toBe(200)
    running().clock.advance(HOUR_MS)
    expect(await refusalOf(consoleOf(running(), idle.headers).getMe({}))).toEqual(ended)
    expect((await consoleOf(running(), busy.headers).getMe({})).status).toBe(200)
  })

  it('ends after seven days however much it is used', async () => {
    const { headers } = await operatorOf(running())
    const api = consoleOf(running(), headers)
    for (let used = 0; used < 7 * 24 - 6; used += 6) {
      running().clock.advance(6 * HOUR_MS)
      expect((await api.getMe({})).status).toBe(200)
    }
    running().clock.advance(6 * HOUR_MS)
    expect(await refusalOf(api.getMe({}))).toEqual(ended)
  })

  it('ends with its operator, and comes back with nobody', async () => {
    const { id, headers } = await operatorOf(running(), { role: 'support' })
    const { context } = running().app
    await changeOperator(context, id, { disabled: true, actor: 'local' })
    await changeOperator(context, id, { disabled: false, actor: 'local' })
    expect(await refusalOf(consoleOf(running(), headers).getMe({}))).toEqual(ended)
  })

  it('has the role that its operator has now', async () => {
    const { id, headers } = await operatorOf(running(), { role: 'support' })
    const api = consoleOf(running(), headers)
    expect((await api.getMe({})).body.role).toBe('support')
    await changeOperator(running().app.context, id, { role: 'read-only', actor: 'local' })
    expect((await api.getMe({})).body.role).toBe('read-only')
  })

  it('is listed with its browser, and ended from another one', async () => {
    const { id, headers } = await operatorOf(running())
    const api = consoleOf(running(), headers)
    const { body } = await api.listSessions({})
    expect(body.data).toMatchObject([{ agent: 'test', current: true }])
    const other = consoleOf(running(), (await operatorOf(running())).headers)
    const [own] = body.data
    const params = { sessionId: own?.id ?? '' }
    expect(await refusalOf(other.endSession({ params }))).toEqual([404, 'not-found'])
    expect((await api.endSession({ params })).status).toBe(204)
    expect(await refusalOf(api.getMe({}))).toEqual(ended)
    const trail = await rowsOf(running().app.context.database, 'audit_entries')
    expect(
      trail.filter(({ actor, action }) => actor === `operator:${id}` && action === 'session.end'),
    ).toHaveLength(1)
  })

  it('is in storage as a digest alone, and goes when it has ended', async () => {
    const { headers } = await operatorOf(running())
    const token = headers.cookie?.split('=', 2)[1] ?? ''
    const { database, clock } = running().app.context
    expect(JSON.stringify(await rowsOf(database, 'operator_sessions'))).not.toContain(token)
    running().clock.advance(12 * HOUR_MS)
    await sweepOperators(database, clock.now())
    expect(await rowsOf(database, 'operator_sessions')).toEqual([])
  })

  it('is not taken from several cookies of its name, wherever the right one stands', async () => {
    const { headers } = await operatorOf(running())
    const planted = (await operatorOf(running())).headers
    const [own, other] = [headers.cookie ?? '', planted.cookie ?? '']
    const me = (cookie: string) => consoleOf(running(), { cookie }).getMe({})
    for (const both of [
      [own, other],
      [other, own],
      [own, own],
      [own, 'lanyard_console='],
    ]) {
      expect(await refusalOf(me(both.join('; ')))).toEqual(ended)
      const found = await consoleOf(running(), { cookie: both.join('; ') }).findSession({})
      expect(found.body.me).toBe(undefined)
    }
    expect((await me(`a=1; ${own}; my_lanyard_console=2`)).status).toBe(200)
  })

  describe('is no session', () => {
    it.each([
      ['none', {}],
      ['an empty cookie', { cookie: 'lanyard_console=' }],
      ['a cookie that nobody was given', { cookie: `lanyard_console=${'A'.repeat(43)}` }],
      ['a cookie of another name', { cookie: 'session=1; other=2' }],
      ['an API key', { 'x-api-key': 'lyev_x', authorization: 'Bearer lyev_x' }],
    ])('%s', async (_name, headers) => {
      const api = consoleOf(running(), headers as Record<string, string>)
      expect(await refusalOf(api.getMe({}))).toEqual(ended)
    })
  })
})
