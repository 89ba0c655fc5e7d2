import { describe, expect, it } from 'vitest'
import { digestAddress } from '../../../src/issuer/base/addresses.ts'
import { replaceClaim } from '../../../src/issuer/keys/claim-store.ts'
import { insertKey } from '../../../src/issuer/keys/key-store.ts'
import { lostDeviceKind } from '../../../src/issuer/verification/lost-device.ts'
import type { Ids } from '../../../src/kernel/base/id.ts'
import type { Vault } from '../../../src/kernel/base/vault.ts'
import { enqueueMessage } from '../../../src/platform/delivery/messages.ts'
import { createOutboxChannel } from '../../../src/platform/delivery/outbox-channel.ts'
import { onEachApp } from '../../harness.ts'
import { createHttpClient, type HttpClient, type Reply } from '../../http-client.ts'
import { createDice, type Dice, isLong, scaled } from '../../seed.ts'
import { newPhone, SENT_WITHIN_MS } from '../calls.ts'
import { cliffsDelta } from '../effect-size.ts'
import { tamper } from '../tampering.ts'

/** A difference that nobody finds in a reasonable number of tries (check E1). */
const NEGLIGIBLE = 0.2
const LONG_MS = 1_800_000
const BATCH = 500

type Sample = { email: string; known: boolean }

onEachApp(
  'an address',
  (running) => {
    let runs = 0

    /** As many addresses of keys as of none, in an order that nobody can guess. */
    async function makeSamples(count: number): Promise<Sample[]> {
      const dice = createDice(`addresses ${++runs}`)
      const named = (known: boolean) => (_: unknown, n: number) => ({
        email: `${known ? 'known' : 'other'}-${runs}-${n}@example.org`,
        known,
      })
      const known = Array.from({ length: count }, named(true))
      for (let from = 0; from < count; from += BATCH) await addKeys(dice, known.slice(from, from + BATCH))
      return shuffled(dice, [...known, ...Array.from({ length: count }, named(false))])
    }

    async function addKeys(dice: Dice, samples: readonly Sample[]): Promise<void> {
      const { database, vault } = running().app.context
      await database.write(async (tx) => {
        for (const { email } of samples) {
          const fingerprint = dice.bytes(32).toString('base64url')
          await insertKey(tx, { ...emptyRow, fingerprint })
          const digest = digestAddress(vault, 'email', email)
          await replaceClaim(tx, { digest, former: digest, fingerprint, name: 'email', confirmed_at: 0 })
        }
      })
    }

    const report = (client: HttpClient, { email }: Sample, rest = '') =>
      client.send('DELETE', `${running().url}/issuer/key?email=${email}${rest}`)

    /** Cliff's delta between the times for addresses of keys and of none. */
    async function compare(
      samples: readonly Sample[],
      measure: (client: HttpClient, sample: Sample) => Promise<number>,
    ): Promise<number> {
      const client = createHttpClient(1)
      const [known, unknown]: [number[], number[]] = [[], []]
      try {
        for (const sample of samples) (sample.known ? known : unknown).push(await measure(client, sample))
      } finally {
        client.close()
      }
      return Math.abs(cliffsDelta(known, unknown))
    }

    /** Chance passes by itself, a leak stays: the least of a few measurements on addresses of their own. */
    async function leastOf(attempts: number, measureOnce: () => Promise<number>): Promise<number> {
      let least = 1
      for (let attempt = 1; attempt <= attempts && least >= NEGLIGIBLE; attempt += 1)
        least = Math.min(least, await measureOnce())
      return least
    }

    async function askAll(count: number): Promise<number> {
      return compare(await makeSamples(count), async (client, sample) => {
        const reply = await report(client, sample)
        expect(reply?.body).toBe('{"status":"pending"}')
        return reply?.ms ?? 0
      })
    }

    describe('of a key is answered like one of none', () => {
      const visible = (reply: Reply | undefined) => {
        const { date: _date, ...headers } = reply?.headers ?? {}
        return { status: reply?.status, headers, body: reply?.body, length: reply?.body.length }
      }

      it.each([
        ['asked for the first time', 1, '', 200],
        ['asked while a code is live', 2, '', 409],
        ['with a wrong code', 1, '&code=000000', 401],
        ['with a phone number', 1, `&phone=${encodeURIComponent(newPhone())}`, 200],
        ['with what is no code', 1, '&code=', 400],
      ])('%s', async (_name, times, rest, status) => {
        const samples = await makeSamples(1)
        const client = createHttpClient(1)
        const answers: Record<string, unknown[]> = { known: [], unknown: [] }
        for (const sample of samples) {
          for (let time = 1; time <= times; time += 1)
            answers[sample.known ? 'known' : 'unknown']?.push(visible(await report(client, sample, rest)))
        }
        client.close()
        expect(answers.known).toEqual(answers.unknown)
        expect(answers.known?.at(-1)).toMatchObject({ status })
      })

      it('asked too often', async () => {
        const client = createHttpClient(1)
        const last = []
        for (const sample of await makeSamples(1)) {
          for (let time = 1; time <= 5; time += 1)
            await report(client, sample, `&phone=${encodeURIComponent(newPhone())}`)
          last.push(visible(await report(client, sample)))
        }
        client.close()
        expect(last[0]).toMatchObject({ status: 429, headers: { 'retry-after': '600' } })
        expect(last[1]).toEqual(last[0])
      })
    })

    describe('of a key takes as long as one of none', () => {
      it('to be asked for', { timeout: LONG_MS }, async () => {
        expect(await leastOf(3, () => askAll(scaled(100, 10_000)))).toBeLessThan(NEGLIGIBLE)
      })

      it('to be refused with a wrong code', { timeout: LONG_MS }, async () => {
        const refuseAll = async () => {
          const samples = await makeSamples(scaled(100, 10_000))
          return compare(samples, async (client, sample) => {
            const reply = await report(client, sample, '&code=000000')
            expect(reply?.status).toBe(401)
            return reply?.ms ?? 0
          })
        }
        expect(await leastOf(3, refuseAll)).toBeLessThan(NEGLIGIBLE)
      })

      /** What a request leaves to be done may slow those that follow it. */
      async function followAll(count: number): Promise<number> {
        return compare(await makeSamples(count), async (client, sample) => {
          await report(client, sample)
          let ms = 0
          for (let n = 0; n < 6; n += 1)
            ms += (await client.send('GET', `${running().url}/issuer/key/x`))?.ms ?? 0
          running().clock.advance(SENT_WITHIN_MS)
          await running().app.background.drain()
          return ms
        })
      }

      it('for the requests behind it', { timeout: LONG_MS }, async () => {
        expect(await leastOf(4, () => followAll(scaled(80, 2_000)))).toBeLessThan(NEGLIGIBLE)
      })

      it('but not where the code is sent before the answer: the control', { timeout: LONG_MS }, async () => {
        const restore = sendInline()
        const delta = await askAll(scaled(80, 1_000))
        restore()
        expect(delta).toBeGreaterThan(NEGLIGIBLE)
      })

      it('nor where the code is sent at once, and nothing is left to do for one of none: the control', {
        timeout: LONG_MS,
      }, async (test) => {
        const { database } = running().app.context
        const ids = running().app.context.ids as { -readonly [K in keyof Ids]: Ids[K] }
        const { integer } = ids
        test.skip(database.capabilities.engine === 'postgres', 'there the work is that of another process')
        test.skip(!isLong, 'so small a difference shows in the long run alone')
        const restore = tamper(database, ({ sql, parameters, before }) => {
          const isOfLostDevice = sql.startsWith('insert into "jobs"') && parameters.kind === lostDeviceKind
          return isOfLostDevice && before.length === 0 ? 'skip' : undefined
        })
        ids.integer = (min) => min
        const delta = await followAll(500)
        ids.integer = integer
        restore()
        expect(delta).toBeGreaterThan(NEGLIGIBLE)
      })
    })

    /** A server that looks the key up and sends the code while the caller waits. */
    function sendInline(): () => void {
      const { context } = running().app
      const vault = context.vault as { -readonly [K in keyof Vault]: Vault[K] }
      const { digest } = vault
      const { write } = context.database
      const outbox = createOutboxChannel({
        path: `${running().dataFolder}/control.jsonl`,
        clock: context.clock,
      })
      let pending: string | undefined
      vault.digest = (purpose, text) => {
        if (purpose === 'issuer.lost-device' && text.startsWith('known-')) pending = text.trim()
        return digest(purpose, text)
      }
      context.database.write = async (work) => {
        const to = pending
        pending = undefined
        const result = await write.call(context.database, work)
        if (to !== undefined) {
          const message = { channel: 'email', to, text: 'code', purpose: 'control' } as const
          const { id } = (await write.call(context.database, (tx) =>
            enqueueMessage(tx, context, message),
          )) as {
            id: string
          }
          await outbox.send({ ...message, id }, new AbortController())
        }
        return result as never
      }
      return () => {
        vault.digest = digest
        context.database.write = write
      }
    }
  },
  // One address sends all of these.
  { settings: { LANYARD_RATE: 'off' } },
)

const emptyRow = {
  kind: 'person',
  name: null,
  jwk: '{}',
  callbacks: '[]',
  devtoken: null,
  secret_digest: null,
  claims: '["email"]',
  created_at: 0,
  updated_at: 0,
  revoked_at: null,
  successor: null,
  version: 1,
  verified_name: null,
} as const

function shuffled<T>(dice: Dice, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: dice.bytes(6).readUIntBE(0, 6) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
