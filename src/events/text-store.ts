import { sql } from 'kysely'
import { letOthersRun } from '../kernel/async/let-others-run.ts'
import { byIds, type Ids, readCalls } from '../kernel/database/by-ids.ts'
import type { Capabilities } from '../kernel/database/capabilities.ts'
import type { Reader, Transaction } from '../kernel/database/database.ts'
import { statementOnce, statementsOf } from '../kernel/database/statement.ts'
import { storeOf } from '../kernel/database/store.ts'
import { splitWords } from '../kernel/text/words.ts'
import type { EventsTables } from './records/tables.ts'

type TextIndex = { events_texts_index: { rowid: number; words: string } }
type Text = { owner_id: string; words: string }
type Owner = { owner_id: string; next: number | null }

const { run, tx } = storeOf<EventsTables & TextIndex>()

const put = run((db, p: Text) =>
  db
    .insertInto('events_texts')
    .values({ owner_id: p.owner_id, words: p.words } as never)
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet({ words: p.words })),
)

/** False: the record has words already. */
const add = tx.guarded((db, p: Text) =>
  db
    .insertInto('events_texts')
    .values({ owner_id: p.owner_id, words: p.words } as never)
    .onConflict((conflict) => conflict.column('owner_id').doNothing()),
)
const addToIndex = tx.run((db, p: Text) =>
  db.insertInto('events_texts_index').values((row) => ({
    rowid: row.selectFrom('events_texts').select('seq').where('owner_id', '=', p.owner_id),
    words: p.words,
  })),
)
const change = tx.run((db, p: Text) =>
  db.updateTable('events_texts').set({ words: p.words }).where('owner_id', '=', p.owner_id),
)

export const forgetWords = run((db, ownerId: string) =>
  db.deleteFrom('events_texts').where('owner_id', '=', ownerId),
)

const MOST_WORDS = 400

/** A word that no text contains: it separates the records of different owners in the text index. */
function scopeWord(scopeId: string): string {
  return `zz${scopeId.replaceAll('-', '')}`
}

const SCOPE_WORD = /^zz[a-z]{2}[0-9a-f]{32}$/

/** Whether the text index may find a record by its scope word. */
function beginsScopeWord(beginning: string): boolean {
  return beginning === 'z' || beginning.startsWith('zz')
}

/** Makes a record findable by its words; a search is limited to one of the ids in `scopes`. */
export async function indexWords(
  tx: Transaction,
  ownerId: string,
  { scopes, texts }: { scopes: readonly string[]; texts: readonly (string | null)[] },
): Promise<void> {
  const words = splitWords(texts.filter((text) => text !== null).join(' ')).slice(0, MOST_WORDS)
  const text = { owner_id: ownerId, words: [...scopes.map(scopeWord), ...words].join(' ') }
  if (tx.capabilities.fullText.addsRows) await put(tx, text)
  else if (await add(tx, text)) await addToIndex(tx, text)
  else await change(tx, text)
}

/**
 * The engine's query for records of a scope that have all the words; undefined if there is no word. It leaves out
 * beginnings of scope words: `hasWords` checks those.
 */
export function wordsQuery({ fullText }: Capabilities, scope: string, text: string): string | undefined {
  const words = splitWords(text)
  const indexed = words.filter((word) => !beginsScopeWord(word))
  return words.length === 0 ? undefined : fullText.queryOf([scopeWord(scope)], indexed)
}

/** Records found at once, so that nobody else waits long. */
const AT_ONCE = 2_000

function matching(query: string, part: { after: number; most: number }) {
  return statementOnce<EventsTables, Owner>((builder, { fullText }) => {
    const wanted = { column: 'owner_id', query, atOnce: AT_ONCE, ...part }
    const owners = sql<Owner>`(${fullText.selectWith('events_texts', wanted)})`
    return builder.selectFrom(owners.as('owners')).select(['owner_id', 'next'])
  })
}

/** Records that contain the words, in no order; one more than the limit if there are more. */
export async function findIdsByWords(
  db: Reader,
  { query, beginnings }: { query: string; beginnings: readonly string[] },
  limit: number,
): Promise<string[]> {
  const ids: string[] = []
  for (let after: number | null = 0; after !== null; ) {
    const rows: Owner[] = await db.all(matching(query, { after, most: limit + 1 - ids.length }), {})
    for (const { owner_id } of rows) ids.push(owner_id)
    if (rows.length < AT_ONCE || ids.length > limit) break
    after = rows.at(-1)?.next ?? null
    await letOthersRun()
  }
  if (ids.length > limit || !beginnings.some(beginsScopeWord)) return ids
  const found: string[] = []
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE)
    const words = await readWordsOf(db, some)
    found.push(...some.filter((id) => hasWords(beginnings, words.get(id) ?? '')))
    await letOthersRun()
  }
  return found
}

const statement = statementsOf<EventsTables>('heavy')
const wordsOf = byIds([1, 20, 100, 400], (idsIn) =>
  statement((db, p: Ids) =>
    db.selectFrom('events_texts').select(['owner_id', 'words']).where('owner_id', 'in', idsIn(p)),
  ),
)

/** The indexed words of records, by the record's id. */
export async function readWordsOf(
  db: Reader,
  owners: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await readCalls(db, wordsOf(owners, {}))
  return new Map(rows.map(({ owner_id, words }) => [owner_id, words]))
}

/** Matches like the text index: each word is the beginning of an indexed one that comes from a text. */
export function hasWords(beginnings: readonly string[], stored: string): boolean {
  const words = splitWords(stored).filter((word) => !SCOPE_WORD.test(word))
  return beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)))
}
