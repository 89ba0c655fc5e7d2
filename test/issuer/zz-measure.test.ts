import { expect, it } from 'vitest'
import { digestAddress } from '../../src/issuer/addresses.ts'
import { replaceClaim } from '../../src/issuer/claim-store.ts'
import { insertKey } from '../../src/issuer/key-store.ts'
import { onEachApp } from '../harness.ts'
import { createHttpClient } from '../http-client.ts'
import { createDice } from '../seed.ts'
import { cliffsDelta } from './effect-size.ts'

onEachApp('measure', (running) => {
  it.each(['running', 'drained', 'stopped'])(
    '%s',
    async (mode) => {
      const N = 400
      const { database, vault } = running().app.context
      const dice = createDice(mode)
      const known = Array.from({ length: N }, (_, n) => `${mode}-known-${n}@example.org`)
      await database.write(async (tx) => {
        for (const email of known) {
          const fingerprint = dice.bytes(32).toString('base64url')
          await insertKey(tx, {
            fingerprint,
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
          })
          await replaceClaim(tx, {
            digest: digestAddress(vault, 'email', email),
            fingerprint,
            name: 'email',
            confirmed_at: 0,
          })
        }
      })
      if (mode === 'stopped') await running().app.background.stop()
      const samples = [
        ...known.map((email) => ({ email, known: true })),
        ...known.map((_, n) => ({ email: `${mode}-other-${n}@example.org`, known: false })),
      ]
      for (let i = samples.length - 1; i > 0; i--) {
        const j = dice.between(0, i + 1)
        ;[samples[i], samples[j]] = [samples[j]!, samples[i]!]
      }
      const client = createHttpClient(1)
      const own = { true: [] as number[], false: [] as number[] }
      const next = { true: [] as number[], false: [] as number[] }
      const t0 = performance.now()
      for (const s of samples) {
        const r = await client.send('DELETE', `${running().url}/issuer/key?email=${s.email}`)
        expect(r?.body).toBe('{"status":"pending"}')
        own[`${s.known}`].push(r!.ms)
        let m = 0
        for (let i = 0; i < 6; i++) {
          const f = await client.send('GET', `${running().url}/issuer/key/x`)
          m += f!.ms
        }
        next[`${s.known}`].push(m)
        if (mode === 'drained') await running().app.background.drain()
      }
      client.close()
      const med = (a: number[]) => [...a].sort((x, y) => x - y)[a.length >> 1]
      console.log(
        mode,
        running().app.context.database.capabilities.engine,
        'own',
        cliffsDelta(own.true, own.false).toFixed(3),
        med(own.true),
        med(own.false),
        'next',
        cliffsDelta(next.true, next.false).toFixed(3),
        med(next.true),
        med(next.false),
        'took',
        performance.now() - t0,
      )
    },
    300_000,
  )
})
