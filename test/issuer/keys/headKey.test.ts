import { expect, it } from 'vitest'
import { onEachApp, type RunningApp } from '../../harness.ts'
import { type Device, getKey, register } from '../device.ts'
import { revoke } from '../revocation.ts'

onEachApp('headKey', (running) => {
  const app = (): RunningApp => running()

  const head = (identifier: string, headers: Record<string, string> = {}) =>
    fetch(`${app().url}/issuer/key/${encodeURIComponent(identifier)}`, { method: 'HEAD', headers })

  /** Every header but those that tell the time and the connection. */
  function headersOf(headers: Headers): Record<string, string> {
    return Object.fromEntries(
      [...headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)),
    )
  }

  async function expectLikeGet(identifier: string, status: number, headers: Record<string, string> = {}) {
    const answer = await head(identifier, headers)
    const got = await getKey(app(), identifier, headers)
    expect([answer.status, got.status]).toEqual([status, status])
    expect(headersOf(answer.headers)).toEqual(headersOf(got.headers))
    expect(await answer.text()).toBe('')
    if (status !== 304) expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(got.text)))
  }

  it('answers as getKey does, without the body', async () => {
    const device = await register(app(), { claims: { name: 'Ädä' } })
    await expectLikeGet(device.fingerprint, 200)
    await expectLikeGet(device.raw, 200)
  })

  it('honours If-None-Match', async () => {
    const device: Device = await register(app())
    const etag = (await head(device.fingerprint)).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[^"]+"$/)
    await expectLikeGet(device.fingerprint, 304, { 'if-none-match': etag })
    await expectLikeGet(device.fingerprint, 304, { 'if-none-match': `"a", W/${etag}` })
    await expectLikeGet(device.fingerprint, 200, { 'if-none-match': '"other"' })
  })

  it('tells of an unknown key', async () => {
    await expectLikeGet('A'.repeat(43), 404)
    await expectLikeGet('x', 404)
  })

  it('tells of a revoked key', async () => {
    const device = await register(app())
    await expectLikeGet(device.fingerprint, 200)
    await revoke(app().app.context.database, device.fingerprint)
    await expectLikeGet(device.fingerprint, 410)
  })

  it('refuses a query', async () => {
    const answer = await fetch(`${app().url}/issuer/key/x?full=1`, { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([400, ''])
  })
})
