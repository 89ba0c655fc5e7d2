import { sql } from 'kysely'
import type { Reader } from '../../kernel/database/database.ts'
import { statementOnce } from '../../kernel/database/statement.ts'
import type { AuditEntryRow, AuditTables } from './tables.ts'

/** Texts that end in a star stand for all that begin so. */
export type TrailFilter = {
  actor: string | undefined
  action: string | undefined
  subject: string | undefined
  from: number | undefined
  until: number | undefined
}

type TrailPage = TrailFilter & { before: string | undefined; limit: number }

/** Newest first: the ids grow with time. */
export function listTrail(db: Reader, page: TrailPage): Promise<AuditEntryRow[]> {
  const once = statementOnce<AuditTables, AuditEntryRow>((builder) => {
    let query = builder.selectFrom('audit_entries').selectAll()
    for (const name of ['actor', 'action', 'subject'] as const) {
      const text = page[name]
      if (text === undefined) continue
      query = text.endsWith('*')
        ? query.where(sql<boolean>`${sql.ref(name)} like ${startPattern(text.slice(0, -1))} escape '!'`)
        : query.where(name, '=', text)
    }
    if (page.from !== undefined) query = query.where('at', '>=', page.from)
    if (page.until !== undefined) query = query.where('at', '<', page.until)
    if (page.before !== undefined) query = query.where('id', '<', page.before)
    return query.orderBy('id', 'desc').limit(page.limit)
  })
  return db.all(once, {})
}

function startPattern(text: string): string {
  return `${text.replaceAll(/[!%_]/g, '!$&')}%`
}
