import { describe, expect, it } from 'vitest'
import { type Client, createClient, Refusal } from '../../src/client/client.ts'
import { operations as issuerOperations } from '../../src/issuer/operations.ts'
import type { OperationTable } from '../../src/kernel/contract/operation.ts'
import { onEachApp } from '../harness.ts'
import { newDevice, registration, secondsOf } from '../issuer/device.ts'
import { operations as sampleOperations } from '../kernel/http/sample-api.ts'

/** What a call is refused with. */
async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Refusal)) throw new Error(`not refused: ${String(error)}`)
  return error
}

onEachApp('the client', (running) => {
  const issuer = (): Client<typeof issuerOperations> =>
    createClient(issuerOperations, { url: `${running().url}/issuer` })

  it('walks the whole path: register, look up, ask again, ask whether, the key set', async () => {
    const device = newDevice()
    const body = registration(device, { claims: { iat: secondsOf(running()), name: 'Ada' } })
    const registered = await issuer().registerKey({ body })
    expect(registered.status).toBe(201)
    expect(registered.body).toMatchObject({ status: 'registered', fingerprint: device.fingerprint })
    expect(registered.body.secret).toBeTypeOf('string')
    expect(registered.headers.get('location')).toBe(`${running().issuerUrl}/key/${device.fingerprint}`)

    const params = { PK: registered.body.fingerprint }
    const found = await issuer().getKey({ params })
    if (found.status !== 200) throw new Error('the key is there')
    expect(found.body).toMatchObject({ name: 'Ada', kind: 'person', jwk: device.jwk })

    const headers = { 'If-None-Match': found.headers.get('etag') ?? '' }
    expect(await issuer().getKey({ params, headers })).toMatchObject({ status: 304, body: undefined })
    expect(await issuer().headKey({ params })).toMatchObject({ status: 200, body: undefined })

    const { body: jwks } = await issuer().getJwks({})
    expect(jwks.keys).toHaveLength(1)
  })

  it('throws what the API refuses with, in its own shape', async () => {
    const body = registration(newDevice())
    await issuer().registerKey({ body })
    const refusal = await refusalOf(issuer().registerKey({ body }))
    expect(refusal.status).toBe(409)
    expect(refusal.body).toMatchObject({ error: 409, title: 'duplicate-key' })
    expect(refusal.message).toBe('refused with 409')
    const denied = await refusalOf(
      issuer().registerKey({ body: registration(newDevice(), { claims: { aud: 'x' } }) }),
    )
    expect(denied.headers.get('www-authenticate')).toBe('JWT realm="issuer"')
    expect((await refusalOf(issuer().headKey({ params: { PK: 'x' } }))).body).toBe(undefined)
  })

  it('writes a parameter so that it stays one', async () => {
    for (const PK of ['../../healthz', 'a/b', 'a?b=c', 'a#b', '%2e%2e', 'ü']) {
      expect((await refusalOf(issuer().getKey({ params: { PK } }))).body).toMatchObject({
        title: 'unknown-key',
      })
    }
  })

  it('refuses a parameter that would be another path', async () => {
    for (const PK of ['', '.', '..']) {
      await expect(issuer().getKey({ params: { PK } })).rejects.toThrow('PK cannot stand in a path')
    }
  })

  it('can be told to stop', async () => {
    const call = issuer().getJwks({ signal: AbortSignal.abort() })
    await expect(call).rejects.toThrow('aborted')
  })
})

describe('what the client sends', () => {
  /** Keeps the request and answers with nothing. */
  function record<T extends OperationTable = typeof sampleOperations>(
    answer: Response,
    operations: T = sampleOperations as OperationTable as T,
  ) {
    const sent: { url: string; init: RequestInit }[] = []
    const fetch = async (url: unknown, init: RequestInit = {}) => {
      sent.push({ url: String(url), init })
      return answer.clone()
    }
    const options = {
      url: 'https://a.test/x',
      headers: { 'x-sample-key': 'k' },
      fetch: fetch as typeof globalThis.fetch,
    }
    return { sent, client: createClient(operations, options) }
  }

  it('is JSON with its type, the headers of the client and those of the call', async () => {
    const { sent, client } = record(Response.json({ id: '1', title: 'a' }, { status: 201 }))
    await client.createNote({ body: { title: 'a' }, headers: { 'idempotency-key': 'i' } })
    expect(sent).toEqual([
      {
        url: 'https://a.test/x/notes',
        init: {
          method: 'POST',
          body: '{"title":"a"}',
          redirect: 'error',
          headers: { 'content-type': 'application/json', 'x-sample-key': 'k', 'idempotency-key': 'i' },
        },
      },
    ])
  })

  it('is a token or JSON where a row takes either, and nothing where it does without', async () => {
    const { sent, client } = record(Response.json({}, { status: 201 }), issuerOperations)
    await client.createScopeJob({ body: { jwt: 'a.b.c' } })
    await client.createScopeJob({ body: { json: { scope: 'name' } } })
    await refusalOf(client.confirmScopeJob({ params: { job: 'j' }, query: { code: '1' } }))
    expect(sent.map(({ init: { body, headers } }) => [body, headers])).toEqual([
      ['a.b.c', { 'content-type': 'application/jwt', 'x-sample-key': 'k' }],
      ['{"scope":"name"}', { 'content-type': 'application/json', 'x-sample-key': 'k' }],
      [undefined, { 'x-sample-key': 'k' }],
    ])
  })

  it('is a query of what is given', async () => {
    const { sent, client } = record(Response.json({ data: [], asked: '' }))
    await client.listNotes({ query: { limit: 5, after: 'a b&c' } })
    await client.listNotes({})
    expect(sent.map(({ url }) => url)).toEqual([
      'https://a.test/x/notes?limit=5&after=a+b%26c',
      'https://a.test/x/notes',
    ])
    expect(sent[0]?.init).not.toHaveProperty('body')
  })

  it('is understood when the answer is text, or not what the row declares', async () => {
    const text = record(new Response('pong', { headers: { 'content-type': 'text/plain' } }))
    expect((await text.client.ping({})).body).toBe('pong')
    const odd = record(new Response('<p>', { status: 502, headers: { 'content-type': 'text/html' } }))
    expect(await refusalOf(odd.client.ping({}))).toMatchObject({ status: 502, body: '<p>' })
  })
})
