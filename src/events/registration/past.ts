import type { Reader } from '../../kernel/database/database.ts'
import { formatTime } from '../../kernel/text/times.ts'
import { findOperator } from '../../platform/operators/store.ts'
import type { RegistrationRow } from '../records/tables.ts'
import { readHistory } from './registration-store.ts'

type By = 'operator' | 'api-key' | 'attendee' | 'waiting-list' | 'time' | 'source'

const OPERATOR = 'operator:'
const KEY = 'api-key:'

/** The history of a registration, oldest first; operators are shown by name or address. */
export async function readPast(db: Reader, row: RegistrationRow) {
  const names = new Map<string, string | null>()
  const tellName = async (id: string) => {
    if (!names.has(id)) names.set(id, await nameOf(db, id))
    return names.get(id) ?? null
  }
  const tell = async (actor: string): Promise<{ by: By; name: string | null }> => {
    if (actor.startsWith(OPERATOR))
      return { by: 'operator', name: await tellName(actor.slice(OPERATOR.length)) }
    if (actor === 'attendee' || actor === 'waiting-list' || actor === 'time') return { by: actor, name: null }
    return { by: 'api-key', name: actor.startsWith(KEY) ? actor.slice(KEY.length) : actor }
  }
  const past: { at: string; action: string; by: By; name: string | null }[] = [
    { at: formatTime(row.registered_at), action: 'registered', by: 'source', name: row.source },
  ]
  for (const { at, action, actor } of await readHistory(db, row.id))
    past.push({ at: formatTime(at), action, ...(await tell(actor)) })
  return past
}

/** The first owner has an address and no name yet. Null if there is no such operator any more. */
async function nameOf(db: Reader, id: string): Promise<string | null> {
  const operator = await findOperator(db, id)
  return operator?.name ?? operator?.email ?? null
}
