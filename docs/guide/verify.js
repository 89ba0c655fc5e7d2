// node docs/guide/verify.js ISSUER APP NONCE < ANSWER
// Checks the answer of a completed job and prints who signed in. APP is the application's fingerprint.
import { readFileSync } from 'node:fs'
import { createRemoteJWKSet, decodeJwt, importJWK, jwtVerify } from 'jose'

const [issuer, app, nonce] = process.argv.slice(2)
const { job, token, receipt } = JSON.parse(readFileSync(0, 'utf8'))

// The issuer's word, checked with the keys that it publishes.
const issuerKeys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`))
const { payload: word } = await jwtVerify(receipt, issuerKeys, { issuer, audience: app, typ: 'receipt+jwt' })
if (word.job !== job || word.nonce !== nonce) throw new Error('the receipt is for another sign-in')

// The user's own word, checked with the key that the issuer has registered.
const { jwk } = await (await fetch(`${issuer}/key/${word.sub}`)).json()
const userKey = await importJWK(jwk, jwk.kty === 'EC' ? 'ES256' : 'EdDSA')
const { payload: own } = await jwtVerify(token, userKey, { subject: word.sub, audience: app })
if (own.nonce !== nonce) throw new Error('the token is for another sign-in')

// A verified address comes as a token of the issuer, which was checked when the user approved.
const { sub, claims, verified } = word
for (const name of verified) claims[name] = decodeJwt(claims[name])[name]
console.log(JSON.stringify({ sub, claims, verified }))
