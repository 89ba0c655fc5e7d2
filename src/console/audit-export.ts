import type { Context } from '../kernel/context.ts'
import { writeCsvRow } from '../kernel/csv.ts'
import { listTrail } from '../platform/audit/trail-store.ts'
import type { TaskHandler } from '../platform/tasks/handler.ts'
import { type FilterTexts, readFilter } from './audit-filter.ts'
import { formatTime } from './times.ts'

export const auditExportKind = 'export-audit'
const PAGE = 500

/** The newest first, a page at a time; the checkpoint is the last entry that is written. */
export function auditExportHandler({ database }: Context): TaskHandler {
  return {
    async run({ payload, checkpoint }, report) {
      const filter = readFilter(payload as FilterTexts, '')
      let { before, rows } = readCheckpoint(checkpoint)
      if (before === undefined)
        await report.write(writeCsvRow(['at', 'actor', 'action', 'subject', 'detail', 'block', 'id']))
      for (;;) {
        const page = await listTrail(database, { ...filter, before, limit: PAGE })
        const last = page.at(-1)
        if (last === undefined) return { rows }
        for (const { at, actor, action, subject, detail, block, id } of page)
          await report.write(writeCsvRow([formatTime(at), actor, action, subject, detail, block, id]))
        before = last.id
        rows += page.length
        await report.checkpoint(JSON.stringify({ before, rows }))
        await report.progress(rows, rows)
      }
    },
  }
}

function readCheckpoint(text: string | undefined): { before: string | undefined; rows: number } {
  return text === undefined ? { before: undefined, rows: 0 } : JSON.parse(text)
}
