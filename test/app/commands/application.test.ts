import { afterAll, beforeAll, expect, it } from 'vitest'
import { thumbprint } from '../../../src/kernel/jwt/public-key.ts'
import { type ServerProcess, startServer } from '../../child.ts'
import { onEachEngine } from '../../engines.ts'
import { newSigner, signToken } from '../../kernel/jwt/tokens.ts'
import { type Fields, registerPeer } from './device-peer.ts'
import { expectRefused, lanyardHere, lanyardJson } from './program.ts'

onEachEngine('lanyard application verify', (place) => {
  let server: ServerProcess
  let issuer = ''
  beforeAll(async () => {
    server = await startServer(place())
    issuer = `http://localhost:${new URL(server.url).port}/issuer`
  })
  afterAll(async () => {
    await server?.end('SIGTERM')
  })
  const show = async (fingerprint: string) => (await fetch(`${issuer}/key/${fingerprint}`)).json()
  const verify = (fingerprint: string) => lanyardHere(place(), ['application', 'verify', fingerprint])

  /** Any key, by its raw name. */
  async function register(members: Fields): Promise<{ fingerprint: string; raw: string }> {
    const signer = newSigner()
    const token = signToken(signer, { sub: signer.jwk.x, ...members })
    const response = await fetch(`${issuer}/key`, { method: 'POST', body: token })
    expect(response.status).toBe(201)
    return { fingerprint: thumbprint(signer.jwk), raw: signer.jwk.x }
  }

  it('vouches for the name that the application bears, and the server knows at once', async () => {
    const { fingerprint } = await registerPeer(issuer)
    expect(await show(fingerprint)).toMatchObject({ name: 'Shop', verified: false })
    const answer = await lanyardJson(place(), ['application', 'verify', fingerprint])
    expect(answer).toEqual({ fingerprint, name: 'Shop', verified: true })
    await expect.poll(() => show(fingerprint)).toMatchObject({ verified: true })
  })

  it('takes the raw key for its fingerprint', async () => {
    const { fingerprint, raw } = await register({ kind: 'application', name: 'Shop' })
    expect((await verify(raw)).stdout).toBe(
      `Shop is verified: ${fingerprint}. If it changes its name, it is no longer verified.\n`,
    )
  })

  it('tells an unknown key, a person and a missing name in one line each', async () => {
    expectRefused(await verify('nobody'), /no identity has this fingerprint/)
    expectRefused(await verify('A'.repeat(43)), /no identity has this fingerprint/)
    const person = await register({ name: 'Ada' })
    expectRefused(await verify(person.fingerprint), /this identity belongs to a person/)
    const nameless = await register({ kind: 'application' })
    expectRefused(await verify(nameless.fingerprint), /this application has no name/)
    expect(await show(person.fingerprint)).toMatchObject({ verified: false })
  })
})
