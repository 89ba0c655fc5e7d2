import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import * as jose from 'jose'

const issuer = process.env.ISSUER ?? 'http://localhost:4000/issuer'
const keyFile = process.env.APP_KEY ?? 'data/app.json'

type Job = { job: string; status: string; number: string; link: string; token: string; receipt: string }
type Word = { sub: string; job: string; nonce: string; claims: Record<string, string>; verified: string[] }

/** A refusal has a stable `title`, and says in `detail` what to change. */
async function call<T>(path: string, jwt?: string): Promise<T> {
  const post = { method: 'POST', headers: { 'content-type': 'application/jwt' }, body: jwt ?? '' }
  const response = await fetch(issuer + path, jwt === undefined ? {} : post)
  if (response.status === 429 || response.status === 503) {
    await delay(Number(response.headers.get('retry-after') ?? 1) * 1000)
    return call(path, jwt)
  }
  const answer = await response.json()
  if (!response.ok) throw new Error(`${answer.title}: ${answer.detail}`)
  return answer
}

if (!existsSync(keyFile)) {
  const made = await jose.generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  writeFileSync(keyFile, JSON.stringify(await jose.exportJWK(made.privateKey)), { mode: 0o600 })
}
const key: jose.JWK & { x: string } = JSON.parse(readFileSync(keyFile, 'utf8'))
const app = await jose.calculateJwkThumbprint(key)
const sign = async (claims: jose.JWTPayload) =>
  new jose.SignJWT({ iss: app, aud: issuer, jti: randomUUID(), ...claims })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuedAt()
    .setExpirationTime('5 min')
    .sign(await jose.importJWK(key, 'EdDSA'))

// Register the application, unless it was done before. The first answer holds the secret that revokes the key.
const registration = await sign({ sub: key.x, kind: 'application', name: 'Shop' })
await call('/key', registration).catch((error: Error) => {
  if (!error.message.startsWith('duplicate-key')) throw error
})

// Ask. The nonce ties the answer to this browser session.
const nonce = randomUUID()
const asked = await call<Job>(
  '/scope',
  await sign({ scope: 'name~r email', message: 'Sign in to Shop', nonce }),
)
console.log(`Open ${asked.link} and type ${asked.number}`)

// Poll: each call is held until something happens, 25 seconds at most.
let job = await call<Job>(`/scope/${asked.job}?wait=25`)
while (job.status === 'outstanding') job = await call<Job>(`/scope/${asked.job}?wait=25`)
if (job.status !== 'completed') throw new Error(`nobody signed in: ${job.status}`)

// Verify the issuer's word, then the user's own.
const issuerKeys = jose.createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`))
const rules = { issuer, audience: app, typ: 'receipt+jwt' }
const { payload: word } = await jose.jwtVerify<Word>(job.receipt, issuerKeys, rules)
if (word.job !== asked.job || word.nonce !== nonce) throw new Error('the receipt is for another sign-in')
const { jwk } = await call<{ jwk: jose.JWK }>(`/key/${word.sub}`)
const userKey = await jose.importJWK(jwk, jwk.kty === 'EC' ? 'ES256' : 'EdDSA')
const { payload: own } = await jose.jwtVerify(job.token, userKey, { subject: word.sub, audience: app })
if (own.nonce !== nonce) throw new Error('the token is for another sign-in')

// A verified address comes as a token of the issuer, which was checked when the user approved.
const { sub, claims, verified } = word
for (const name of verified) claims[name] = String(jose.decodeJwt(claims[name] ?? '')[name])
console.log('Signed in:', JSON.stringify({ sub, claims, verified }))
