import { letOthersRun } from '../../kernel/async/let-others-run.ts'
import type { Context } from '../../kernel/context.ts'
import { writeCsvRow } from '../../kernel/text/csv.ts'
import { formatTime } from '../../kernel/text/times.ts'
import { listTrail, type TrailPlace } from '../../platform/audit/trail-store.ts'
import type { TaskHandler } from '../../platform/tasks/handler.ts'
import { type FilterTexts, readFilter } from './filter.ts'

export const auditExportKind = 'export-audit'
/** Large pages, because a prefix filter that most entries match is evaluated once per page. */
const PAGE = 2_000

/** Writes entries newest first, a page at a time; the checkpoint is the last entry written. */
export function auditExportHandler({ database }: Context): TaskHandler {
  return {
    async run({ payload, checkpoint }, report) {
      const filter = readFilter(payload as FilterTexts, '')
      let { place, rows } = readCheckpoint(checkpoint)
      if (place === undefined)
        await report.write(writeCsvRow(['at', 'actor', 'action', 'subject', 'detail', 'block', 'id']))
      for (;;) {
        const page = await listTrail(database, { ...filter, before: place, limit: PAGE })
        const last = page.at(-1)
        if (last === undefined) return { rows }
        for (const { at, actor, action, subject, detail, block, id } of page)
          await report.write(writeCsvRow([formatTime(at), actor, action, subject, detail, block, id]))
        place = last
        rows += page.length
        await report.checkpoint(JSON.stringify({ before: last.id, at: last.at, rows }))
        await report.progress(rows, rows)
        await letOthersRun()
      }
    },
  }
}

type Checkpoint = { place: TrailPlace | undefined; rows: number }

function readCheckpoint(text: string | undefined): Checkpoint {
  if (text === undefined) return { place: undefined, rows: 0 }
  const { before, at, rows } = JSON.parse(text)
  return { place: { id: before, at }, rows }
}
