import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { thumbprint } from '../../../src/kernel/jwt/public-key.ts'
import { ed25519From, importPrivateKey } from '../../../src/kernel/jwt/sign.ts'
import { type Signer, signToken } from '../../kernel/jwt/tokens.ts'
import { openScene, type Scene } from './device-peer.ts'
import { lanyard, lanyardHere } from './program.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
  await scene.deviceJson('create')
})
afterAll(() => scene?.close())

/** Keys whose fingerprint begins like an option: one in thousands does. */
const SEEDS = {
  '-V': '-qZJNnPEMDMXTrCjvl2abVz92MMRaS9_t32APY3xYt8',
  '-h': 'oLEU3itrPb28AFLbhisJxQq6NLfrBpwrCqUqR6-9yNQ',
  '--': '13VsVBXfwU6F58ySRWKbb5nZ_nyt1q6UXBb8_Q6Pf8Y',
}
type Start = keyof typeof SEEDS

function signerNamed(start: Start): Signer {
  const { publicJwk, privateJwk } = ed25519From(Buffer.from(SEEDS[start], 'base64url'))
  expect(thumbprint(publicJwk).slice(0, 2)).toBe(start)
  return { jwk: publicJwk, privateKey: importPrivateKey(privateJwk), alg: 'EdDSA' }
}

async function registerNamed(start: Start): Promise<string> {
  const signer = signerNamed(start)
  const fingerprint = thumbprint(signer.jwk)
  const iat = Math.floor(Date.now() / 1000)
  const claims = {
    sub: signer.jwk.x,
    aud: scene.issuer,
    iat,
    jti: fingerprint,
    kind: 'application',
    name: 'Shop',
  }
  const body = signToken(signer, claims, { alg: signer.alg })
  await scene.client.registerKey({ body })
  return fingerprint
}

// `-V` is an option of the program, `-h` one of every command.
describe.each(['-V', '-h', '--'] as const)('a fingerprint that begins with %s', (start) => {
  let app = ''
  beforeAll(async () => {
    app = await registerNamed(start)
  })

  it('is blocked and unblocked', async () => {
    expect(await scene.deviceJson('block', app)).toEqual({ blocked: [app] })
    expect(await scene.deviceJson('unblock', '--issuer', scene.issuer, app)).toEqual({ blocked: [] })
  })

  it('is verified, also behind the mark that ends the options', async () => {
    const verified = await lanyardHere(scene.place, ['application', 'verify', '--json', '--', app])
    expect(JSON.parse(verified.stdout)).toEqual({ fingerprint: app, name: 'Shop', verified: true })
  })
})

it('may be the value of an option', async () => {
  const name = thumbprint(signerNamed('-V').jwk)
  const file = `${scene.place.dataFolder}/other.json`
  await scene.deviceJson('create', '--file', file, '--name', name)
  expect(await scene.deviceJson('show', '--file', file)).toMatchObject({ name })
})

it('leaves other arguments alone', async () => {
  const settings = { PORT: new URL(scene.server.url).port }
  expect((await lanyard(scene.place, ['-V'], settings)).stdout).toMatch(/^\d+\.\d+/)
  expect(await lanyardHere(scene.place, ['device', 'show', '--nonsense'], settings)).toMatchObject({
    status: 1,
  })
})
