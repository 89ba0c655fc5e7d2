import { createClient } from '../../../src/client/client.ts'
import { operations } from '../../../src/issuer/operations.ts'
import { thumbprint } from '../../../src/kernel/jwt/public-key.ts'
import { type ServerProcess, type Store, startServer } from '../../child.ts'
import { createPlace, type Place } from '../../engines.ts'
import { newSigner, signToken } from '../../kernel/jwt/tokens.ts'
import { lanyard, lanyardHere, lanyardHereJson, type Outcome } from './program.ts'

export type Fields = Record<string, unknown>
type Asked = { job: string; ticket: string; link: string; number: string }

/** A server, and the folder of whoever holds a device. */
export type Scene = {
  readonly place: Place
  readonly server: ServerProcess
  readonly issuer: string
  readonly client: ReturnType<typeof clientOf>
  device(...args: string[]): Promise<Outcome>
  /** The same as a process of its own. */
  deviceProcess(...args: string[]): Promise<Outcome>
  deviceJson<T = Fields>(...args: string[]): Promise<T>
  close(): Promise<void>
}

export async function openScene(): Promise<Scene> {
  const place = await createPlace('sqlite', 'migrated')
  const server = await startServer(place)
  const settings = { PORT: new URL(server.url).port }
  const issuer = `http://localhost:${settings.PORT}/issuer`
  return {
    place,
    server,
    issuer,
    client: clientOf(issuer),
    device: (...args) => lanyardHere(place, ['device', ...args], settings),
    deviceProcess: (...args) => lanyard(place, ['device', ...args], settings),
    deviceJson: (...args) => lanyardHereJson(place, ['device', ...args], settings),
    async close() {
      await server.end('SIGTERM')
      await place.remove()
    },
  }
}

function clientOf(url: string) {
  return createClient(operations, { url })
}

/** The other side: an application that asks, in real time. */
export type Peer = {
  readonly fingerprint: string
  ask(members: Fields): Promise<Asked>
}

export async function registerPeer(issuer: string, members: Fields = {}): Promise<Peer> {
  const signer = newSigner()
  const fingerprint = thumbprint(signer.jwk)
  const token = (given: Fields) => {
    const iat = Math.floor(Date.now() / 1000)
    const jti = `${fingerprint} ${process.hrtime.bigint()}`
    return signToken(
      signer,
      { iss: fingerprint, aud: issuer, iat, exp: iat + 300, jti, ...given },
      { alg: signer.alg },
    )
  }
  await post(`${issuer}/key`, token({ sub: signer.jwk.x, kind: 'application', name: 'Shop', ...members }))
  return { fingerprint, ask: (given) => post(`${issuer}/scope`, token({ scope: 'name', ...given })) }
}

async function post<T>(url: string, body: string): Promise<T> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/jwt' }, body })
  if (response.status !== 201) throw new Error(await response.text())
  return response.json()
}

/** The code that went to the address, once it has. */
export async function readCode(store: Store, to: string): Promise<string> {
  for (;;) {
    const { messages } = await lanyardHereJson<{ messages: { text: string }[] }>(store, [
      'outbox',
      '--to',
      to,
    ])
    const code = /^\d{6}/.exec(messages.at(-1)?.text ?? '')?.[0]
    if (code !== undefined) return code
  }
}
