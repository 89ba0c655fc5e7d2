import type { Reader, Writer } from '../../kernel/database/database.ts'
import { statementOnce, statementsOf } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { ChangesTables } from './tables.ts'

const statement = statementsOf<ChangesTables>()
const { many, values, exists } = storeOf<ChangesTables>()

export type Change = { readonly seq: number; readonly topic: string; readonly key: string }

/** If `at` is null, the database's own time is used. */
type NewChange = { at: number | null; topic: string; key: string }

const addChange = statement((db, p: NewChange, { time }) =>
  db
    .insertInto('changes')
    .values((eb) => ({
      at:
        time === undefined
          ? eb.val(p.at as number)
          : eb.fn.coalesce(eb.cast<number>(eb.val(p.at), 'bigint'), time),
      topic: p.topic,
      key: p.key,
    }))
    .returning('seq'),
)

export const listChangesAfter = many((db, after: number, limit: number) =>
  db
    .selectFrom('changes')
    .select(['seq', 'topic', 'key'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit),
)

/** The numbers of the newest rows, highest first. */
export const listNewestNumbers = values((db, limit: number) =>
  db.selectFrom('changes').select('seq').orderBy('seq', 'desc').limit(limit),
)

export const hasChange = exists((db, seq: number) =>
  db.selectFrom('changes').select('seq').where('seq', '=', seq),
)

/**
 * Deletes the rows before the first young one. A time far in the future is not young: a clock that was wrong must not
 * keep rows for ever. Keeps the newest row: if the row that a feed read last is gone, later rows may be gone too.
 */
const deleteChanges = statement((db, p: { now: number; keptMs: number }, { time }) => {
  const away = (sign: '+' | '-') =>
    db.selectNoFrom((eb) => eb(time ?? eb.cast<number>(eb.val(p.now), 'integer'), sign, p.keptMs).as('at'))
  const firstYoung = db
    .selectFrom('changes')
    .select('seq')
    .where('at', '>=', away('-'))
    .where('at', '<=', away('+'))
    .orderBy('seq')
    .limit(1)
  const newest = db.selectFrom('changes').select('seq').orderBy('seq', 'desc').limit(1)
  return db.deleteFrom('changes').where('seq', '<', (eb) => eb.fn.coalesce(firstYoung, newest))
})

export async function insertChange(db: Writer, change: NewChange): Promise<number> {
  const row = await db.first(addChange, change)
  if (row === undefined) throw new Error('an inserted change got no number')
  return row.seq
}

export function listChangesAmong(db: Reader, numbers: readonly number[]): Promise<Change[]> {
  return db.all(
    statementOnce<ChangesTables, Change>(
      (builder) =>
        builder
          .selectFrom('changes')
          .select(['seq', 'topic', 'key'])
          .where('seq', 'in', numbers)
          .orderBy('seq'),
      'quick',
    ),
    {},
  )
}

/** `now` is used if the database has no clock of its own. */
export function deleteOldChanges(db: Writer, age: { now: number; keptMs: number }): Promise<number> {
  return db.run(deleteChanges, age)
}
