import type { Capabilities } from '../kernel/database/capabilities.ts'
import type { Writer } from '../kernel/database/database.ts'
import { storeOf } from '../kernel/database/store.ts'
import { splitWords } from '../kernel/text/words.ts'
import type { EventsTables } from './records/tables.ts'

const { run } = storeOf<EventsTables>()

const put = run((db, p: { owner_id: string; words: string }) =>
  db
    .insertInto('events_texts')
    .values({ owner_id: p.owner_id, words: p.words } as never)
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet({ words: p.words })),
)

export const forgetWords = run((db, ownerId: string) =>
  db.deleteFrom('events_texts').where('owner_id', '=', ownerId),
)

const MOST_WORDS = 400

/** A word that no text contains: it separates the records of different owners in the text index. */
function scopeWord(scopeId: string): string {
  return `zz${scopeId.replaceAll('-', '')}`
}

/** Makes a record findable by its words; a search is limited to one of the ids in `scopes`. */
export async function indexWords(
  tx: Writer,
  ownerId: string,
  { scopes, texts }: { scopes: readonly string[]; texts: readonly (string | null)[] },
): Promise<void> {
  const words = splitWords(texts.filter((text) => text !== null).join(' ')).slice(0, MOST_WORDS)
  await put(tx, { owner_id: ownerId, words: [...scopes.map(scopeWord), ...words].join(' ') })
}

/** The engine's query for records of a scope that have all the words; undefined if there is no word. */
export function wordsQuery({ fullText }: Capabilities, scope: string, text: string): string | undefined {
  const words = splitWords(text)
  return words.length === 0 ? undefined : fullText.queryOf([scopeWord(scope)], words)
}
