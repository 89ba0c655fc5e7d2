import { beforeAll, expect, it } from 'vitest'
import { operations } from '../../src/issuer/operations.ts'
import { onEachApp } from '../harness.ts'
import { SENT_WITHIN_MS } from '../issuer/calls.ts'
import { askToken, newParty, type Party } from '../issuer/party.ts'
import { answerTo, type CreatedJob, codeSentTo } from '../issuer/scene.ts'
import { type GeneratedClient, generateClient } from './generated.ts'

const fourteen = Object.entries(operations)
  .filter(([, { tag }]) => tag !== 'beyond')
  .map(([name]) => name)

onEachApp('a client that a public tool makes of the document', (running) => {
  let client: GeneratedClient
  const called = new Set<string>()
  beforeAll(async () => {
    const document = await (await fetch(`${running().url}/issuer/openapi.json`)).json()
    client = await generateClient('issuer', document as object, `${running().url}/issuer`)
  }, 300_000)

  /** Calls an operation, which must succeed; gives the body of its answer. */
  async function call<T>(
    name: string,
    options: Parameters<GeneratedClient[string]>[0],
    status = 200,
  ): Promise<T> {
    called.add(name)
    const answer = await client[name]?.(options)
    expect([name, answer?.response.status, answer?.error]).toEqual([name, status, undefined])
    return answer?.data as T
  }

  async function register(members: Record<string, unknown>): Promise<Party & { secret: string }> {
    const party = newParty(running())
    const body = party.token(members, { jwk: party.signer.jwk })
    return { ...party, ...(await call<{ secret: string }>('registerKey', { body }, 201)) }
  }

  const createJob = (body: object, query = {}) => call<CreatedJob>('createScopeJob', { body, query }, 201)
  const readJob = (job: string) => call<Record<string, string>>('getScopeJob', { path: { job } })

  it('has every operation', () => {
    expect(fourteen).toHaveLength(14)
    expect(Object.keys(client)).toEqual(expect.arrayContaining(Object.keys(operations)))
  })

  it('signs a user in, with what the user gives', async () => {
    const [app, person] = [await register({ kind: 'application', name: 'Shop' }), await register({})]
    expect(await call('getKey', { path: { PK: app.fingerprint } })).toMatchObject({
      kind: 'application',
      name: 'Shop',
    })
    await call('headKey', { path: { PK: person.fingerprint } })
    const created = await createJob({ jwt: askToken(app, { sub: person.fingerprint, scope: 'name~r' }) })
    await call('headScopeJob', { path: { job: created.job } }, 204)
    const body = answerTo(running(), { app, person, created }, { claims: { name: 'Ada' } })
    expect(await call('answerScopeJob', { path: { job: created.ticket }, body })).toEqual({
      status: 'completed',
    })
    expect(await readJob(created.job)).toMatchObject({ status: 'completed', token: body })
    await call('headScopeJob', { path: { job: created.job } })
  })

  it('logs a user in at an open job, and takes one back', async () => {
    const person = await register({})
    const created = await createJob({ scope: 'name', message: 'Welcome' })
    const body = answerTo(running(), { person, created }, { status: undefined })
    expect(await call('login', { body, parseAs: 'text' })).toMatch(/^eyJ/)
    const other = await createJob({ scope: 'name' })
    expect(await call('cancelScopeJob', { path: { job: other.job } })).toEqual({ status: 'cancelled' })
  })

  it('confirms an address, changes the key, and revokes it when the device is lost', async () => {
    const person = await register({})
    const email = 'generated@example.org'
    const { job } = await createJob({ jwt: person.token({ scope: 'email', email }) })
    const code = await codeSentTo(running(), email)
    expect(await call('confirmScopeJob', { path: { job }, body: { code } }, 202)).toEqual({
      status: 'confirmed',
    })
    const { token } = await readJob(job)
    const path = { PK: person.fingerprint }
    expect(await call('attachClaims', { path, body: person.token({ claims: [token] }) })).toEqual({
      status: 'confirmed',
    })
    expect(await call('updateKey', { path, body: person.token({ name: 'Ada' }) })).toMatchObject({
      status: 'confirmed',
    })
    expect(await call('reportLostDevice', { query: { email } })).toEqual({ status: 'pending' })
    running().clock.advance(SENT_WITHIN_MS)
    const query = { email, code: await codeSentTo(running(), email) }
    expect(await call('reportLostDevice', { query })).toEqual({ status: 'done' })
  })

  it('revokes a key by its secret and by its signature', async () => {
    const [one, other] = [await register({}), await register({})]
    const path = { PK: one.fingerprint }
    expect(await call('revokeKey', { path, headers: { 'X-Revocation-Secret': one.secret } })).toEqual({
      status: 'done',
    })
    const body = other.token({ revoke: true })
    expect(await call('revokeKey', { path: { PK: other.fingerprint }, body })).toEqual({ status: 'done' })
  })

  it('tells a refusal as the document has it', async () => {
    const answer = await client.getScopeJob?.({ path: { job: 'a'.repeat(20) } })
    expect([answer?.response.status, answer?.error]).toEqual([
      404,
      expect.objectContaining({ title: 'unknown-job' }),
    ])
  })

  it('has run all fourteen', () => {
    expect([...called].sort()).toEqual([...fourteen].sort())
  })
})
