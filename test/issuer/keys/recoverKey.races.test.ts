import { afterAll, beforeAll, expect, it } from 'vitest'
import type { IssuerTables } from '../../../src/issuer/base/tables.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import type { AuditTables } from '../../../src/platform/audit/tables.ts'
import { onEachEngine } from '../../engines.ts'
import { createManualClock } from '../../fakes.ts'
import { onEachApp, type RunningApp, startApps } from '../../harness.ts'
import { createDice, scaled } from '../../seed.ts'
import { call, readKey, recover, rotate, setRecovery, tally } from '../calls.ts'
import type { IssuerAnswer } from '../device.ts'
import { newParty, newPerson, type Party } from '../party.ts'
import { tamper } from '../tampering.ts'

const ROUNDS = scaled(4, 50)
const ENTRANTS = 50

const statement = statementsOf<IssuerTables & AuditTables>()
const rowOf = statement((db, p: { fingerprint: string }) =>
  db.selectFrom('issuer_keys').selectAll().where('fingerprint', '=', p.fingerprint),
)
const recoveredBy = statement((db, p: { recovery: string }) =>
  db.selectFrom('issuer_recovery_keys').selectAll().where('recovery', '=', p.recovery),
)
const endsOf = statement((db, p: { subject: string }) =>
  db
    .selectFrom('audit_entries')
    .select(['actor', 'action'])
    .where('subject', '=', p.subject)
    .where('action', 'in', ['issuer-key.rotate', 'issuer-key.revoke']),
)

const ways = ['recover by rotation', 'recover by revocation', 'rotate', 'revoke'] as const
type Way = (typeof ways)[number]
type Entry = { way: Way; next: Party; answer: IssuerAnswer }

onEachEngine('recoverKey on two apps', (place) => {
  const clock = createManualClock()
  let apps: readonly [RunningApp, RunningApp]
  beforeAll(async () => {
    apps = (await startApps(place(), 2, { clock })) as [RunningApp, RunningApp]
  })
  afterAll(async () => {
    for (const { app } of apps) await app.stop()
  })
  const at = (index: number): RunningApp => apps[index % 2 === 0 ? 0 : 1]

  async function lostPerson() {
    const [lost, recovery] = [await newPerson(apps[0]), newParty(apps[0])]
    expect((await setRecovery(apps[0], lost, recovery)).status).toBe(200)
    return { lost, recovery }
  }

  type Parties = { lost: Party; recovery: Party }

  function send(running: RunningApp, way: Way, { lost, recovery, next }: Parties & { next: Party }) {
    if (way === 'rotate') return rotate(running, lost, next)
    if (way !== 'revoke')
      return recover(running, lost, recovery, way === 'recover by rotation' ? next : undefined)
    const token = lost.token({ revoke: true })
    return call(running, 'DELETE', `/key/${lost.fingerprint}`, { token })
  }

  /** One end is stored and audited, and everyone who was late is told of it. */
  async function expectOneEnd(entries: readonly Entry[], { lost, recovery }: Parties) {
    const { database } = apps[0].app.context
    const ends = await database.all(endsOf, { subject: `issuer-key:${lost.fingerprint}` })
    expect(ends).toHaveLength(1)
    const isOwnRevocation = ends[0]?.action === 'issuer-key.revoke' && ends[0].actor.startsWith('issuer-key:')
    // Revoking a revoked key succeeds, so those answers say nothing about who was first.
    const guarded = entries.filter(({ way }) => way !== 'revoke')
    const won = guarded.filter(({ answer }) => answer.status === 200)
    expect(won).toHaveLength(isOwnRevocation ? 0 : 1)
    const successor = (await database.first(rowOf, lost))?.successor ?? undefined
    for (const { answer } of guarded.filter((entry) => !won.includes(entry)))
      expect([answer.status, answer.body.title, answer.body.successor]).toEqual([
        410,
        'revoked-key',
        successor,
      ])
    const known = await Promise.all(entries.map(({ next }) => readKey(apps[1], next)))
    expect(known.filter(({ status }) => status === 200).map(({ body }) => body.fingerprint)).toEqual(
      successor === undefined ? [] : [successor],
    )
    const kept = await database.all(recoveredBy, { recovery: recovery.fingerprint })
    expect(kept.map(({ fingerprint }) => fingerprint)).toEqual(successor === undefined ? [] : [successor])
  }

  it(`has one winner of ${ENTRANTS} recoveries at once, ${ROUNDS} times`, { timeout: 300_000 }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const parties = await lostPerson()
      const entries = await Promise.all(
        Array.from({ length: ENTRANTS }, async (_, n): Promise<Entry> => {
          const next = newParty(apps[0])
          const way = n % 5 === 4 ? 'recover by revocation' : 'recover by rotation'
          return { way, next, answer: await send(at(n), way, { ...parties, next }) }
        }),
      )
      await expectOneEnd(entries, parties)
    }
  })

  it(`has one winner among everything that ends a key, ${ROUNDS} times`, { timeout: 300_000 }, async () => {
    const dice = createDice('recoveries')
    for (let round = 0; round < ROUNDS; round += 1) {
      const parties = await lostPerson()
      const entries = await Promise.all(
        Array.from({ length: ENTRANTS }, async (_, n): Promise<Entry> => {
          const [next, way] = [newParty(apps[0]), ways[dice.between(0, ways.length)] as Way]
          return { way, next, answer: await send(at(n), way, { ...parties, next }) }
        }),
      )
      await expectOneEnd(entries, parties)
    }
  })

  it('never happens by a recovery key that was replaced or removed in time', {
    timeout: 300_000,
  }, async () => {
    for (let round = 0; round < ROUNDS * 5; round += 1) {
      const { lost, recovery } = await lostPerson()
      const [changed, recovered] = await Promise.all([
        setRecovery(at(round), lost, round % 4 < 2 ? newParty(apps[0]) : null),
        recover(at(round + 1), lost, recovery, newParty(apps[0])),
      ])
      expect([
        [200, 401],
        [410, 200],
      ]).toContainEqual([changed.status, recovered.status])
    }
  })

  it('accepts no token id that the recovery key used before the rotation, of fifty at once', async () => {
    const { lost, recovery } = await lostPerson()
    const next = newParty(apps[0])
    const jti = 'shared'
    const first = await call(apps[0], 'POST', `/key/${lost.fingerprint}/recovery`, {
      token: recovery.token({
        rotate: next.token({ replaces: lost.fingerprint }, { jwk: next.signer.jwk }),
        jti,
      }),
    })
    expect(first.status).toBe(200)
    const again = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        call(at(n), 'POST', `/key/${next.fingerprint}/recovery`, {
          token: recovery.token({ revoke: true, jti }),
        }),
      ),
    )
    expect(tally(again)).toEqual({ 409: 50 })
    expect((await readKey(apps[1], next)).status).toBe(200)
  })
})

onEachApp('the control: where a recovery checks nothing after it has locked the key', (running) => {
  it('several recoveries happen', async () => {
    const [lost, recovery] = [await newPerson(running()), newParty(running())]
    await setRecovery(running(), lost, recovery)
    const restore = tamper(running().app.context.database, ({ sql }) => {
      if (sql.startsWith('insert into "issuer_spent_tokens"')) return 'skip'
      return sql.startsWith('update "issuer_keys" set "version" = "version" where')
        ? { sql: sql.replace(' and "revoked_at" is null', '') }
        : undefined
    })
    const answers = await Promise.all(
      Array.from({ length: ENTRANTS }, () => recover(running(), lost, recovery, newParty(running()))),
    )
    restore()
    expect(tally(answers)[200]).toBeGreaterThan(1)
  })
})
