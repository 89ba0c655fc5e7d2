import { expect, it } from 'vitest'
import { operatorOf } from '../../console.ts'
import { onEachApp } from '../../harness.ts'
import { rowsOf } from '../../platform/accounts/rows.ts'
import { givePasskey } from '../../platform/operators/passkey.ts'
import { createAuthenticator } from '../authenticator.ts'
import { consoleOf, cookieOf, refusalOf } from '../wire.ts'

onEachApp('operators', (running) => {
  const ownerApi = async () => consoleOf(running(), (await operatorOf(running())).headers)

  it('are invited by a link that is shown once, with the role and the organisation that was chosen', async () => {
    const api = await ownerApi()
    const made = (await api.createOrganisation({ body: { name: 'Choir' } })).body
    const invited = await api.inviteOperator({
      body: { email: 'Sam@Example.org', name: 'Sam', role: 'organiser', organisationId: made.id },
    })
    expect(invited.body.link).toMatch(/^http:\/\/lanyard\.test\/console\/invitation#\w{32}$/)
    const token = invited.body.link.split('#')[1] ?? ''
    const stranger = consoleOf(running())
    const begun = (await stranger.beginInvitation({ body: { token } })).body
    expect(begun.operator).toEqual({ email: 'sam@example.org', name: 'Sam', role: 'organiser' })
    const device = createAuthenticator()
    const response = device.create(begun.options as { challenge: string })
    const { headers } = await stranger.acceptInvitation({ body: { token, response, passkeyName: 'Phone' } })
    const sam = consoleOf(running(), { cookie: cookieOf(headers) })
    expect((await sam.getMe({})).body).toMatchObject({ everywhere: false, organisations: [made] })
    const listed = (await api.listOperators({ query: { limit: 200 } })).body.data
    expect(listed.find(({ email }) => email === 'sam@example.org')).toMatchObject({
      role: 'organiser',
      organisation: made,
      passkeys: 1,
    })
  })

  it('are listed page by page', async () => {
    const api = await ownerApi()
    await operatorOf(running(), { role: 'support' })
    const first = (await api.listOperators({ query: { limit: 1 } })).body
    expect(first.data).toHaveLength(1)
    const next = (await api.listOperators({ query: { limit: 1, cursor: first.nextCursor ?? '' } })).body
    expect(next.data[0]?.id).not.toBe(first.data[0]?.id)
    const refused = api.listOperators({ query: { cursor: 'made-up' } })
    expect((await refusalOf(refused))[0]).toBe(400)
  })

  it('change their role and come back, and the trail names who did it', async () => {
    const { id: owner, headers } = await operatorOf(running())
    const api = consoleOf(running(), headers)
    const { id } = await operatorOf(running(), { role: 'support' })
    const params = { operatorId: id }
    expect((await api.changeOperator({ params, body: { role: 'read-only' } })).body).toEqual({
      id,
      role: 'read-only',
      disabled: false,
    })
    expect((await api.changeOperator({ params, body: { disabled: true } })).body.disabled).toBe(true)
    expect((await api.changeOperator({ params, body: { disabled: false } })).body.disabled).toBe(false)
    const trail = await rowsOf(running().app.context.database, 'audit_entries')
    const own = trail.filter(
      ({ subject, action }) => subject === `operator:${id}` && action === 'operator.change',
    )
    expect(own.map(({ actor }) => actor)).toEqual(Array(3).fill(`operator:${owner}`))
  })

  it('that nobody knows are not found', async () => {
    const api = await ownerApi()
    const params = { operatorId: 'nobody' }
    expect(await refusalOf(api.changeOperator({ params, body: { role: 'owner' } }))).toEqual([
      404,
      'not-found',
    ])
    const body = { email: 'x@example.org', role: 'owner' as const, organisationId: 'nobody' }
    expect(await refusalOf(api.inviteOperator({ body }))).toEqual([404, 'not-found'])
  })

  it('say who they are; an address has one owner', async () => {
    const [a, b] = [await ownerApi(), await ownerApi()]
    expect((await a.changeMe({ body: { email: 'A@example.org', name: 'Ann' } })).body).toMatchObject({
      email: 'a@example.org',
      name: 'Ann',
    })
    expect(await refusalOf(b.changeMe({ body: { email: 'a@example.org' } }))).toEqual([409, 'name-taken'])
    expect(await refusalOf(b.changeMe({ body: { email: 'nothing' } }))).toEqual([422, 'invalid'])
  })

  it('make organisations and rename them; a name has one organisation', async () => {
    const api = await ownerApi()
    const one = (await api.createOrganisation({ body: { name: ' First ' } })).body
    expect(one.name).toBe('First')
    expect(await refusalOf(api.createOrganisation({ body: { name: 'First' } }))).toEqual([409, 'name-taken'])
    const two = (await api.createOrganisation({ body: { name: 'Second' } })).body
    const rename = (id: string, name: string) =>
      api.renameOrganisation({ params: { organisationId: id }, body: { name } })
    expect(await refusalOf(rename(two.id, 'First'))).toEqual([409, 'name-taken'])
    expect((await rename(two.id, 'Third')).body).toEqual({ id: two.id, name: 'Third' })
    expect((await rename(two.id, 'Third')).status).toBe(200)
    expect(await refusalOf(rename('nobody', 'Fourth'))).toEqual([404, 'not-found'])
    expect((await api.getMe({})).body.organisations).toContainEqual({ id: two.id, name: 'Third' })
  })

  it('keep several passkeys, with names, and never lose the last', async () => {
    const { id, headers } = await operatorOf(running())
    const api = consoleOf(running(), headers)
    const begin = (await api.beginPasskey({})).body as { challenge: string }
    const added = await api.addPasskey({
      body: { name: 'Laptop', response: createAuthenticator().create(begin) },
    })
    const again = api.addPasskey({ body: { name: 'Copy', response: createAuthenticator().create(begin) } })
    expect(await refusalOf(again)).toEqual([422, 'invalid'])
    const params = { passkeyId: added.body.id }
    expect(await refusalOf(api.removePasskey({ params }))).toEqual([409, 'conflict'])
    const other = await givePasskey(running().app.context, id)
    await api.renamePasskey({ params, body: { name: 'Old laptop' } })
    expect((await api.listPasskeys({})).body.data.map(({ name }) => name)).toContain('Old laptop')
    expect((await api.removePasskey({ params })).status).toBe(204)
    expect((await api.listPasskeys({})).body.data.map((passkey) => passkey.id)).toEqual([other])
    const stranger = await ownerApi()
    const theirs = { params: { passkeyId: other } }
    expect(await refusalOf(stranger.removePasskey(theirs))).toEqual([404, 'not-found'])
    expect(await refusalOf(stranger.renamePasskey({ ...theirs, body: { name: 'x' } }))).toEqual([
      404,
      'not-found',
    ])
  })

  it('rename and remove a passkey with the longest id there may be, and take none that is longer', async () => {
    const { id, headers } = await operatorOf(running())
    await givePasskey(running().app.context, id)
    const api = consoleOf(running(), headers)
    const add = async (idBytes: number) => {
      const begin = (await api.beginPasskey({})).body as { challenge: string }
      return api.addPasskey({
        body: { name: 'Long', response: createAuthenticator({ idBytes }).create(begin) },
      })
    }
    const { body } = await add(1023)
    const params = { passkeyId: body.id }
    expect((await api.renamePasskey({ params, body: { name: 'Longest' } })).status).toBe(204)
    expect((await api.removePasskey({ params })).status).toBe(204)
    expect(await refusalOf(add(1024))).toEqual([422, 'invalid'])
  })

  it('take no passkey for a challenge that was another’s', async () => {
    const [mine, theirs] = [await ownerApi(), await ownerApi()]
    const begin = (await theirs.beginPasskey({})).body as { challenge: string }
    const adding = mine.addPasskey({ body: { name: 'x', response: createAuthenticator().create(begin) } })
    expect(await refusalOf(adding)).toEqual([422, 'invalid'])
  })
})
