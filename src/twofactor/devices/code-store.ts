import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { CodeRow, SeedRow, TwofactorTables } from '../base/tables.ts'
import { MOST_DEVICES } from './device-store.ts'

const statement = statementsOf<TwofactorTables>()

type CodeTrial = { user_id: string; action: string; now: number; since: number; most: number }
type RightCode = { user_id: string; action: string; digest: string; now: number; most: number }

/** A new code takes the place of the one before it. */
const put = statement((db, p: Omit<CodeRow, 'failures' | 'used_at'>) =>
  db
    .insertInto('twofactor_codes')
    .values({
      user_id: p.user_id,
      action: p.action,
      digest: p.digest,
      sent_at: p.sent_at,
      expires_at: p.expires_at,
      failures: 0,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'action']).doUpdateSet({
        digest: p.digest,
        sent_at: p.sent_at,
        expires_at: p.expires_at,
        failures: 0,
        used_at: null,
      }),
    ),
)
const find = statement((db, p: { user_id: string; action: string }) =>
  db
    .selectFrom('twofactor_codes')
    .selectAll()
    .where('user_id', '=', p.user_id)
    .where('action', '=', p.action),
)
const use = statement((db, p: RightCode) =>
  db
    .updateTable('twofactor_codes')
    .set({ used_at: p.now })
    .where('user_id', '=', p.user_id)
    .where('action', '=', p.action)
    .where('digest', '=', p.digest)
    .where('used_at', 'is', null)
    .where('expires_at', '>', p.now)
    .where('failures', '<', p.most),
)
/** A try counts before it is judged. */
const attempt = statement((db, p: CodeTrial) =>
  db
    .updateTable('twofactor_codes')
    .set((row) => ({ failures: row('failures', '+', 1) }))
    .where('user_id', '=', p.user_id)
    .where('action', '=', p.action)
    .where('used_at', 'is', null)
    .where('expires_at', '>', p.now)
    .where('sent_at', '>', p.since)
    .where('failures', '<', p.most)
    .returning('digest'),
)
const fail = statement((db, p: { user_id: string; now: number }) =>
  db
    .updateTable('twofactor_codes')
    .set((row) => ({ failures: row('failures', '+', 1) }))
    .where('user_id', '=', p.user_id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', p.now),
)
/** One for each device and one of an app that is not ours. */
const MOST_SEEDS = MOST_DEVICES + 1
const seeds = statement((db, p: { user_id: string }) =>
  db
    .selectFrom('twofactor_seeds')
    .selectAll()
    .where('user_id', '=', p.user_id)
    .orderBy('created_at')
    .limit(MOST_SEEDS),
)
/** A step works once: whoever moves the mark past it first has it. */
const spendStep = statement((db, p: { id: string; step: number }) =>
  db
    .updateTable('twofactor_seeds')
    .set({ last_step: p.step })
    .where('id', '=', p.id)
    .where('last_step', '<', p.step),
)
const addSeed = statement((db, p: SeedRow) =>
  db.insertInto('twofactor_seeds').values({
    id: p.id,
    user_id: p.user_id,
    device_id: p.device_id,
    seed: p.seed,
    last_step: p.last_step,
    created_at: p.created_at,
  }),
)
const dropForeign = statement((db, p: { user_id: string }) =>
  db.deleteFrom('twofactor_seeds').where('user_id', '=', p.user_id).where('device_id', 'is', null),
)

export async function putCode(tx: Transaction, code: Omit<CodeRow, 'failures' | 'used_at'>): Promise<void> {
  await tx.run(put, code)
}

export function findCode(db: Reader, userId: string, action: string): Promise<CodeRow | undefined> {
  return db.first(find, { user_id: userId, action })
}

export async function useCode(tx: Transaction, right: RightCode): Promise<boolean> {
  return (await tx.run(use, right)) === 1
}

/** Undefined: no code was sent since that may be tried. */
export function tryCode(tx: Transaction, trial: CodeTrial): Promise<{ digest: string } | undefined> {
  return tx.first(attempt, trial)
}

export async function countWrongCode(tx: Transaction, userId: string, now: number): Promise<void> {
  await tx.run(fail, { user_id: userId, now })
}

export function listSeeds(db: Reader, userId: string): Promise<SeedRow[]> {
  return db.all(seeds, { user_id: userId })
}

export async function useStep(tx: Transaction, id: string, step: number): Promise<boolean> {
  return (await tx.run(spendStep, { id, step })) === 1
}

export async function insertSeed(tx: Transaction, row: SeedRow): Promise<void> {
  await tx.run(addSeed, row)
}

/** Of other apps: each new secret replaces the one before it. */
export async function deleteForeignSeeds(tx: Transaction, userId: string): Promise<void> {
  await tx.run(dropForeign, { user_id: userId })
}
