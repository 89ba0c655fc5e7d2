import { expect, it } from 'vitest'
import { thumbprint } from '../../src/kernel/jwt/public-key.ts'
import { type ServerProcess, type Store, startServer } from '../child.ts'
import { onEachEngine } from '../engines.ts'
import { readAnswer, registration } from '../issuer/device.ts'
import { createSigner } from '../ledger.ts'
import { createDice } from '../seed.ts'
import { dumpStore, findLeaks } from './leaks.ts'

onEachEngine('secrets', (place) => {
  const dice = createDice('canaries')
  const draw = () => dice.bytes(24).toString('base64url')
  const rootKey = dice.bytes(32)
  const texts = { devtoken: draw(), metricsToken: draw(), password: draw(), guess: draw(), bearer: draw() }

  /** Every way in which a secret enters, in requests that succeed and in ones that fail. */
  async function provoke({
    url,
  }: ServerProcess): Promise<{ secret: string; token: string; answers: Buffer }> {
    const signer = createSigner(dice.bytes(32))
    const device = { ...signer, fingerprint: thumbprint(signer.jwk), raw: signer.jwk.x }
    const iat = Math.floor(Date.now() / 1_000)
    const token = registration(device, { claims: { iat, devtoken: texts.devtoken } })
    const post = (body: string) => fetch(`${url}/issuer/key`, { method: 'POST', body }).then(readAnswer)
    const { secret } = (await post(token)).body
    const key = `${url}/issuer/key/${device.fingerprint}`
    const authorization = `Bearer ${texts.bearer}`
    const answers = await Promise.all([
      post(token),
      post(`${token}x`),
      post(texts.guess),
      fetch(key, { headers: { authorization } }).then(readAnswer),
      fetch(`${key}?secret=${texts.guess}`).then(readAnswer),
      fetch(`${key}?secret=${texts.guess}`, { method: 'DELETE' }).then(readAnswer),
      fetch(key, { method: 'DELETE', headers: { 'x-revocation-secret': texts.guess } }).then(readAnswer),
      fetch(`${url}/issuer/${texts.guess}/${texts.bearer}`, { headers: { authorization } }).then(readAnswer),
      fetch(`${url}/metrics`, { headers: { authorization } }).then(readAnswer),
    ])
    const metrics = await fetch(`${url}/metrics`, {
      headers: { authorization: `Bearer ${texts.metricsToken}` },
    })
    expect(metrics.status).toBe(200)
    const told = answers.map(({ headers, text }) => JSON.stringify([...headers]) + text)
    return { secret: String(secret), token, answers: Buffer.from(told.join('\n') + (await metrics.text())) }
  }

  it('stand in no log line, no answer, no metric and no row', async () => {
    const store = withPassword(place(), texts.password)
    const server = await startServer(store, {
      settings: {
        LOG_LEVEL: 'debug',
        LANYARD_SECRET: rootKey.toString('base64url'),
        LANYARD_METRICS_TOKEN: texts.metricsToken,
      },
    })
    const { secret, token, answers } = await provoke(server)
    expect(secret).toHaveLength(32)
    expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
    const secrets = Object.fromEntries(
      Object.entries({ ...texts, secret, token }).map(([name, text]) => [name, Buffer.from(text)]),
    )
    const places = {
      'the log': Buffer.from(server.output()),
      'an answer': answers,
      ...(await dumpStore(store)),
    }
    expect(findLeaks({ ...secrets, rootKey, secretBytes: Buffer.from(secret, 'base64url') }, places)).toEqual(
      [],
    )
  })

  it('are found wherever they stand (the control)', () => {
    const secrets = { devtoken: Buffer.from(texts.devtoken), rootKey }
    const planted = {
      'the log': Buffer.from(`{"message":"sent to ${texts.devtoken}"}`),
      'a row': Buffer.concat([Buffer.from('before'), rootKey, Buffer.from('after')]),
      'an answer': Buffer.from(`{"detail":"${rootKey.toString('hex')}"}`),
      'a header': Buffer.from(`x-debug: ${rootKey.toString('base64')}`),
      'a clean place': Buffer.from('nothing'),
    }
    expect(findLeaks(secrets, planted)).toEqual([
      'devtoken in the log',
      'rootKey in a row',
      'rootKey in an answer',
      'rootKey in a header',
    ])
  })
})

/** The test's PostgreSQL trusts everybody: any password passes. */
function withPassword(store: Store, password: string): Store {
  if (store.databaseUrl === undefined) return store
  const url = new URL(store.databaseUrl)
  url.password = password
  return { ...store, databaseUrl: url.href }
}
