import { sql } from 'kysely'
import type { Reader } from '../../kernel/database/database.ts'
import { statementOnce } from '../../kernel/database/statement.ts'
import type { AuditEntryRow, AuditTables } from './tables.ts'

/** A text that ends with a star matches every text with that beginning. */
export type TrailFilter = {
  actor: string | undefined
  action: string | undefined
  subject: string | undefined
  from: number | undefined
  until: number | undefined
}

/** The last entry of a page. Positions from an earlier release have no time. */
export type TrailPlace = { id: string; at?: number | undefined }

type TrailPage = TrailFilter & { before: TrailPlace | undefined; limit: number }

/**
 * Newest first by the displayed time, because ids keep increasing even if the clock was set back. An index selects
 * the page, and only the rows of the page are read.
 */
export function listTrail(db: Reader, page: TrailPage): Promise<AuditEntryRow[]> {
  const once = statementOnce<AuditTables, AuditEntryRow>((builder, { types }) => {
    let chosen = builder.selectFrom('audit_entries').select('id')
    for (const name of ['actor', 'action', 'subject'] as const) {
      const text = page[name]
      if (text === undefined || text === '*') continue
      const column = sql<string>`${sql.ref(name)} collate ${types.byteOrder}`
      if (!text.endsWith('*')) {
        chosen = chosen.where(column, '=', text)
        continue
      }
      const start = text.slice(0, -1)
      const end = endOfBeginning(start)
      chosen = chosen.where(column, '>=', start)
      if (end !== undefined) chosen = chosen.where(column, '<', end)
    }
    if (page.from !== undefined) chosen = chosen.where('at', '>=', page.from)
    if (page.until !== undefined) chosen = chosen.where('at', '<', page.until)
    const { id, at } = page.before ?? {}
    if (id !== undefined && at === undefined) chosen = chosen.where('id', '<', id)
    if (id !== undefined && at !== undefined)
      chosen = chosen.where((row) => row(row.refTuple('at', 'id'), '<', row.tuple(at, id)))
    return builder
      .selectFrom('audit_entries')
      .selectAll()
      .where('id', 'in', chosen.orderBy('at', 'desc').orderBy('id', 'desc').limit(page.limit))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
  })
  return db.all(once, {})
}

/** The first text after all texts with this beginning, in byte order, which is the order of code points. */
function endOfBeginning(start: string): string | undefined {
  const points = [...start].map((character) => character.codePointAt(0) ?? 0)
  while (points.at(-1) === 0x10ffff) points.pop()
  const last = points.pop()
  if (last === undefined) return undefined
  // Skip the surrogates, which are not characters.
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1)
}
