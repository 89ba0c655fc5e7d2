// node docs/guide/sign.js ISSUER KEY_FILE CLAIMS
// Prints a JWT over the claims, signed by the Ed25519 key in the file. The first call makes the key.
import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const [issuer, keyFile, claims] = process.argv.slice(2)
if (!existsSync(keyFile)) {
  const made = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  writeFileSync(keyFile, JSON.stringify(made), { mode: 0o600 })
}
const key = JSON.parse(readFileSync(keyFile, 'utf8'))
const given = JSON.parse(claims)
const iat = Math.floor(Date.now() / 1000)
const payload = {
  iss: key.x, // an Ed25519 public key names itself
  ...(given.scope === undefined ? { sub: key.x } : {}), // about itself, unless it asks a user
  aud: issuer,
  iat,
  exp: iat + 300,
  jti: randomUUID(), // a token is accepted once
  ...given,
}
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
const input = `${encode({ alg: 'EdDSA' })}.${encode(payload)}`
const signature = sign(null, Buffer.from(input), createPrivateKey({ key, format: 'jwk' }))
process.stdout.write(`${input}.${signature.toString('base64url')}`)
