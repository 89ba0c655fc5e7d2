import { storeOf } from '../../kernel/database/store.ts'
import type { CodeRow, TwofactorTables } from '../base/tables.ts'
import { MOST_DEVICES } from './device-store.ts'

const { one, many, tx } = storeOf<TwofactorTables>()

type CodeTrial = { user_id: string; action: string; now: number; since: number; most: number }
type RightCode = { user_id: string; action: string; digest: string; now: number; most: number }

/** A new code replaces the previous one. */
export const putCode = tx.run((db, p: Omit<CodeRow, 'failures' | 'used_at'>) =>
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

export const findCode = one((db, userId: string, action: string) =>
  db.selectFrom('twofactor_codes').selectAll().where('user_id', '=', userId).where('action', '=', action),
)

export const useCode = tx.guarded((db, p: RightCode) =>
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

/** Counts the attempt before the code is checked. Undefined: no live code has been sent since the given time. */
export const tryCode = tx.one((db, p: CodeTrial) =>
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

export const countWrongCode = tx.run((db, userId: string, now: number) =>
  db
    .updateTable('twofactor_codes')
    .set((row) => ({ failures: row('failures', '+', 1) }))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now),
)

/** One seed for each device, and one for an app of another vendor. */
const MOST_SEEDS = MOST_DEVICES + 1

/** A user with the seeds of their apps, oldest first: a row for each seed, or one row without a seed. */
export const listUserSeeds = many((db, applicationId: string, number: number) =>
  db
    .selectFrom('twofactor_users as user')
    .leftJoin('twofactor_seeds as seed', 'seed.user_id', 'user.id')
    .select([
      'user.id as user_id',
      'user.phone',
      'user.locked_until',
      'user.shut_at',
      'user.app_failures',
      'user.confirmed',
      'seed.id',
      'seed.device_id',
      'seed.seed',
      'seed.last_step',
    ])
    .where('user.application_id', '=', applicationId)
    .where('user.number', '=', number)
    .where('user.removed_at', 'is', null)
    .orderBy('seed.created_at')
    .limit(MOST_SEEDS),
)

/** A time step works once: only the first caller to move the mark past it succeeds. */
export const useStep = tx.guarded((db, id: string, step: number) =>
  db
    .updateTable('twofactor_seeds')
    .set({ last_step: step })
    .where('id', '=', id)
    .where('last_step', '<', step),
)

/** The same for a user who is not locked and has nothing to reset. False: the step is used, or the user has changed. */
export const useStepOfSettled = tx.guarded((db, id: string, step: number) =>
  db
    .updateTable('twofactor_seeds')
    .set({ last_step: step })
    .where('id', '=', id)
    .where('last_step', '<', step)
    .where((row) =>
      row.exists(
        row
          .selectFrom('twofactor_users as user')
          .select('user.id')
          .whereRef('user.id', '=', 'twofactor_seeds.user_id')
          .where('user.removed_at', 'is', null)
          .where('user.shut_at', 'is', null)
          .where('user.locked_until', 'is', null)
          .where('user.app_failures', '=', 0)
          .where('user.confirmed', '=', 1),
      ),
    ),
)

export const insertSeed = tx.insert('twofactor_seeds')

/** Seeds of other vendors' apps: each new secret replaces the previous one. */
export const deleteForeignSeeds = tx.run((db, userId: string) =>
  db.deleteFrom('twofactor_seeds').where('user_id', '=', userId).where('device_id', 'is', null),
)
