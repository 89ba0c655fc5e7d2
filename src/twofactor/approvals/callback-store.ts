import { storeOf } from '../../kernel/database/store.ts'
import type { Claim } from '../../platform/jobs/receiver-queue.ts'
import type { CallbackRow, TwofactorTables } from '../base/tables.ts'

const { many, value, values, run, guarded, tx } = storeOf<TwofactorTables>()

export const insertCallback = tx.run((db, p: CallbackRow) =>
  db
    .insertInto('twofactor_callbacks')
    .values({
      uuid: p.uuid,
      application_id: p.application_id,
      attempts: p.attempts,
      due_at: p.due_at,
      created_at: p.created_at,
    })
    .onConflict((conflict) => conflict.column('uuid').doNothing()),
)

/** Claims callbacks for one process until the given time; if that process crashes, they become due again. */
export const claimCallbacks = many((db, p: Claim) =>
  db
    .updateTable('twofactor_callbacks')
    .set({ due_at: p.until })
    .where('uuid', 'in', (inner) =>
      inner
        .selectFrom('twofactor_callbacks')
        .select('uuid')
        .where('application_id', '=', p.receiver)
        .where('due_at', '<=', p.now)
        .orderBy('due_at')
        .limit(p.limit),
    )
    .where('due_at', '<=', p.now)
    .returningAll(),
)

/** False if another process has claimed it since. */
export const holdCallback = guarded((db, p: Pick<CallbackRow, 'uuid' | 'due_at'>, until: number) =>
  db
    .updateTable('twofactor_callbacks')
    .set({ due_at: until })
    .where('uuid', '=', p.uuid)
    .where('due_at', '=', p.due_at),
)

export const postponeCallback = run(
  (db, p: Pick<CallbackRow, 'uuid' | 'due_at'>, next: Pick<CallbackRow, 'attempts' | 'due_at'>) =>
    db
      .updateTable('twofactor_callbacks')
      .set({ attempts: next.attempts, due_at: next.due_at })
      .where('uuid', '=', p.uuid)
      .where('due_at', '=', p.due_at),
)

export const findNextCallback = value((db, applicationId: string) =>
  db
    .selectFrom('twofactor_callbacks')
    .select('due_at')
    .where('application_id', '=', applicationId)
    .orderBy('due_at')
    .limit(1),
)

export const deleteCallback = run((db, uuid: string) =>
  db.deleteFrom('twofactor_callbacks').where('uuid', '=', uuid),
)

export const listWaitingApplications = values((db, now: number) =>
  db
    .selectFrom('twofactor_callbacks')
    .select('application_id')
    .distinct()
    .where('due_at', '<=', now)
    .limit(1_000),
)
