// @ts-check
// Sign in with your phone: all that this application says to the issuer, and how it checks what it hears.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as jose from 'jose'
import { call } from './call.js'

/** @typedef {{ sub: string, name: string, email: string | undefined }} Person */
/** @typedef {{ job: string, nonce: string, sub: string | undefined, number: string, link: string, qr: string }} Asked */
/** @typedef {ReturnType<typeof createIssuer>} Issuer */

/**
 * @param {{ url: string, keyFile: string, name: string, seconds: number }} settings how long a person has to answer
 */
export function createIssuer({ url, keyFile, name, seconds }) {
  const issuerKeys = jose.createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`))
  const post = (/** @type {string} */ path, /** @type {string} */ jwt) =>
    call(url + path, { method: 'POST', headers: { 'content-type': 'application/jwt' }, body: jwt })

  /** Made and registered when it is first needed: the issuer may start after this application. */
  const identity = once(async () => {
    const key = await readKey(keyFile)
    const app = await jose.calculateJwkThumbprint(key)
    const privateKey = await jose.importJWK(key, 'EdDSA')
    const sign = (/** @type {jose.JWTPayload} */ claims) =>
      new jose.SignJWT({ iss: app, aud: url, jti: randomUUID(), ...claims })
        .setProtectedHeader({ alg: 'EdDSA' })
        .setIssuedAt()
        .setExpirationTime('5 min')
        .sign(privateKey)
    // The first answer holds a `secret` that revokes the key: an application that lives on keeps it, too.
    await post('/key', await sign({ sub: key.x, kind: 'application', name })).catch((error) => {
      if (error.code !== 'duplicate-key') throw error
    })
    return { app, sign }
  })

  return {
    /**
     * Asks who is there. With `sub` the question goes to that person's phone, and nobody else can answer it.
     * @param {{ message: string, sub?: string | undefined }} question
     * @returns {Promise<Asked>}
     */
    async ask({ message, sub }) {
      const { sign } = await identity()
      const nonce = randomUUID()
      const whom = sub === undefined ? {} : { sub }
      const jwt = await sign({ ...whom, scope: 'name~r email', message, nonce, expires_in: seconds })
      const { job, number, link, qr } = await post('/scope', jwt)
      return { job, nonce, sub, number, link, qr }
    },

    /**
     * Held until something happens, 20 seconds at most.
     * @param {Asked} asked
     * @returns {Promise<{ status: string, token: string, receipt: string }>}
     */
    poll: ({ job }) => call(`${url}/scope/${job}?wait=20`),

    /** @param {Asked} asked */
    cancel: ({ job }) => call(`${url}/scope/${job}`, { method: 'DELETE' }),

    /**
     * Never takes an answer for true because it came over HTTP: checks the issuer's word, then the person's own.
     * @param {Asked} asked
     * @param {{ token: string, receipt: string }} answer
     * @returns {Promise<Person | undefined>} undefined where it is not proven
     */
    async verify({ job, nonce, sub }, { token, receipt }) {
      const { app } = await identity()
      const rules = { issuer: url, audience: app, typ: 'receipt+jwt' }
      const word = (await jose.jwtVerify(receipt, issuerKeys, rules).catch(() => undefined))?.payload
      if (word?.sub === undefined || word.job !== job || word.nonce !== nonce) return undefined
      if (sub !== undefined && sub !== word.sub) return undefined
      const { jwk } = await call(`${url}/key/${word.sub}`)
      const key = await jose.importJWK(jwk, jwk.kty === 'EC' ? 'ES256' : 'EdDSA')
      const own = { audience: app, subject: word.sub }
      const said = (await jose.jwtVerify(token, key, own).catch(() => undefined))?.payload
      return said?.nonce === nonce ? readPerson(word) : undefined
    },

    /**
     * The key that a person has now: who changes phones is the same person under the key that took over.
     * @param {string} sub
     * @returns {Promise<string | undefined>} undefined where the key is gone for good
     */
    async currentKey(sub) {
      for (let key = sub; ; ) {
        const gone = await call(`${url}/key/${key}`).then(
          () => undefined,
          (/** @type {import('./call.js').CallError} */ error) => error,
        )
        if (gone === undefined) return key
        if (gone.code !== 'revoked-key' && gone.code !== 'unknown-key') throw gone
        if (gone.successor === undefined) return undefined
        key = gone.successor
      }
    },
  }
}

/**
 * `verified` lists what the issuer has checked itself: such a claim comes as its token. The rest is the person's own word.
 * @param {jose.JWTPayload} word
 * @returns {Person}
 */
function readPerson({ sub = '', claims, verified }) {
  const said = /** @type {Record<string, string>} */ (claims)
  const isVerified = /** @type {string[]} */ (verified).includes('email')
  const email = isVerified ? String(jose.decodeJwt(said.email ?? '').email) : undefined
  return { sub, name: String(said.name), email }
}

/**
 * The application is this key: whoever has the file can ask in its name.
 * @param {string} keyFile
 * @returns {Promise<jose.JWK & { x: string }>}
 */
async function readKey(keyFile) {
  if (!existsSync(keyFile)) {
    const made = await jose.generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
    mkdirSync(dirname(keyFile), { recursive: true, mode: 0o700 })
    writeFileSync(keyFile, JSON.stringify(await jose.exportJWK(made.privateKey)), { mode: 0o600 })
  }
  return JSON.parse(readFileSync(keyFile, 'utf8'))
}

/**
 * Runs it once; after a failure, again when it is next asked for.
 * @template T
 * @param {() => Promise<T>} make
 */
function once(make) {
  /** @type {Promise<T> | undefined} */
  let made
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}
