import type { Transaction } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import type { IssuerTables } from '../base/tables.ts'

const { one, values, tx } = storeOf<IssuerTables>()
type Pair = { app: string; sub: string }
type Move = { from: string; to: string }

export const findCooldown = one((db, app: string, sub: string) =>
  db.selectFrom('issuer_cooldowns').selectAll().where('app', '=', app).where('sub', '=', sub),
)
const start = tx.run((db, p: Pair & { denials: number; until: number }) =>
  db
    .insertInto('issuer_cooldowns')
    .values({ app: p.app, sub: p.sub, denials: p.denials, until: p.until })
    .onConflict((conflict) =>
      conflict.columns(['app', 'sub']).doUpdateSet({ denials: p.denials, until: p.until }),
    ),
)

export const clearCooldown = tx.run((db, p: Pair) =>
  db.deleteFrom('issuer_cooldowns').where('app', '=', p.app).where('sub', '=', p.sub),
)

export const blockApplication = tx.run((db, pair: Pair, now: number) =>
  db
    .insertInto('issuer_blocks')
    .values({ app: pair.app, sub: pair.sub, created_at: now })
    .onConflict((conflict) => conflict.columns(['sub', 'app']).doNothing()),
)

export const unblockApplication = tx.run((db, p: Pair) =>
  db.deleteFrom('issuer_blocks').where('app', '=', p.app).where('sub', '=', p.sub),
)

export const listBlocked = values((db, sub: string) =>
  db.selectFrom('issuer_blocks').select('app').where('sub', '=', sub).orderBy('app').limit(1_000),
)

function moveOf(table: 'issuer_blocks' | 'issuer_cooldowns', column: 'app' | 'sub') {
  return tx.changed((db, p: Move) =>
    db
      .updateTable(table)
      .set({ [column]: p.to })
      .where(column, '=', p.from),
  )
}
const moves = {
  person: [moveOf('issuer_blocks', 'sub'), moveOf('issuer_cooldowns', 'sub')],
  application: [moveOf('issuer_blocks', 'app'), moveOf('issuer_cooldowns', 'app')],
}

/** Forgets a count of denials once its last denial is a month old. */
export const sweepCooldowns = createSweep('issuer_cooldowns', {
  key: ['app', 'sub'],
  by: 'until',
  keptMs: 30 * 24 * 3_600_000,
})

const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000

/** Blocks new requests for 60 s after the first denial, doubling with each further one up to an hour. */
export async function lengthenCooldown(tx: Transaction, pair: Pair, now: number): Promise<void> {
  const denials = ((await findCooldown(tx, pair.app, pair.sub))?.denials ?? 0) + 1
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(denials - 1, 10), LONGEST_WAIT_MS)
  await start(tx, { ...pair, denials, until: now + wait })
}

/** Copies blocks and cooldowns to the key that takes over, so that nobody escapes them by rotating a key. */
export async function moveRelations(
  tx: Transaction,
  kind: 'person' | 'application',
  move: Move,
): Promise<void> {
  for (const run of moves[kind]) await run(tx, move)
}
