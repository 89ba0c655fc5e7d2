import { setTimeout as delay } from 'node:timers/promises'
import { type PublicJwk, thumbprint } from '../src/kernel/jwt/public-key.ts'
import { ed25519From, importPrivateKey } from '../src/kernel/jwt/sign.ts'
import { createHttpClient, type HttpClient, type Reply } from './http-client.ts'
import { type Signer, signToken } from './kernel/jwt/tokens.ts'
import type { Dice } from './seed.ts'
import { within } from './speed.ts'

/** A registration that a client means to make, and every answer it got. */
export type Entry = {
  readonly fingerprint: string
  readonly name: string
  readonly jwk: PublicJwk
  readonly token: string
  /** Statuses in the order of arrival; 0 where the server went away without an answer. */
  readonly answers: number[]
}

/** The client's own record of what it sent and what it was told. */
export type Ledger = {
  readonly entries: ReadonlyMap<string, Entry>
  /** A key that nobody has sent yet. */
  next(): Entry
  /** Sends an entry and writes the answer down. */
  send(client: HttpClient, url: string, entry: Entry): Promise<Reply | undefined>
  acknowledged(): Entry[]
  /** Sent, and neither acknowledged nor refused for good: the write may have happened or not. */
  undecided(): Entry[]
}

const CREATED = 201
const CONFLICT = 409

export function createLedger(dice: Dice): Ledger {
  const entries = new Map<string, Entry>()
  const listWhere = (is: (entry: Entry) => boolean) => [...entries.values()].filter(is)
  return {
    entries,
    next() {
      const entry = createEntry(dice, `key ${entries.size}`)
      entries.set(entry.fingerprint, entry)
      return entry
    },
    async send(client, url, entry) {
      const reply = await client.send('POST', `${url}/issuer/key`, entry.token)
      entry.answers.push(reply?.status ?? 0)
      return reply
    },
    acknowledged: () => listWhere(({ answers }) => answers.includes(CREATED)),
    undecided: () =>
      listWhere(
        ({ answers }) => !answers.includes(CREATED) && !answers.includes(CONFLICT) && answers.length > 0,
      ),
  }
}

function createEntry(dice: Dice, name: string): Entry {
  const signer = createSigner(dice.bytes(32))
  const sub = thumbprint(signer.jwk)
  const iat = Math.floor(Date.now() / 1000)
  const token = signToken(signer, { sub, name, iat }, { alg: signer.alg, jwk: signer.jwk })
  return { fingerprint: sub, name, jwk: signer.jwk, token, answers: [] }
}

export function createSigner(privateBytes: Buffer): Signer {
  const { publicJwk, privateJwk } = ed25519From(privateBytes)
  return { jwk: publicJwk, privateKey: importPrivateKey(privateJwk), alg: 'EdDSA' }
}

const PATIENCE_MS = within(60_000)

/**
 * Sends what is undecided again, as a client does that is put off or left without an answer: afterwards each is there,
 * acknowledged now or found from before.
 */
export async function sendAgain(ledger: Ledger, url: string): Promise<void> {
  const client = createHttpClient(16)
  const deadline = performance.now() + PATIENCE_MS
  while (ledger.undecided().length > 0 && performance.now() < deadline) {
    const replies = await Promise.all(ledger.undecided().map((entry) => ledger.send(client, url, entry)))
    if (replies.some((reply) => reply?.status !== 201 && reply?.status !== 409)) await delay(50)
  }
  client.close()
  const left = ledger.undecided().map(({ answers }) => answers.slice(-3))
  if (left.length > 0) throw new Error(`requests stay undecided: ${JSON.stringify(left)}`)
}
