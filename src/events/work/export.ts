import { letOthersRun } from '../../kernel/async/let-others-run.ts'
import { serialize } from '../../kernel/contract/validate.ts'
import { writeCsvRow } from '../../kernel/text/csv.ts'
import type { TaskHandler } from '../../platform/tasks/handler.ts'
import { getConfiguration } from '../configuration/configuration.ts'
import type { Events } from '../events.ts'
import { type RegistrationAnswer, registration } from '../records/registration.ts'
import type { RegistrationRow } from '../records/tables.ts'
import { presentRegistrations } from '../registration/registration.ts'
import { readInOrder } from '../search/search-store.ts'
import { allColumns, columnReader } from './columns.ts'
import { countMatching, type Looked, listMatching } from './matching.ts'

export const exportKind = 'export-registrations'

type ExportPayload = {
  readonly eventId: string
  readonly search: Looked
  readonly format: 'csv' | 'ndjson'
  /** The columns of a table; all of them by default. */
  readonly columns?: readonly string[]
}

const AT_ONCE = 200

/** Reads some rows at a time, in the order of registration, so memory does not grow with the file. */
export function exportHandler(service: Events): TaskHandler {
  return {
    async run({ organisationId = '', payload, checkpoint }, report) {
      const { eventId, search, format, columns } = payload as ExportPayload
      const configuration = await getConfiguration(service, organisationId, eventId)
      const start: { after?: string; done: number } =
        checkpoint === undefined ? { done: 0 } : JSON.parse(checkpoint)
      const names = columns ?? allColumns(configuration)
      const read = columnReader(configuration)
      const writeRow = (one: RegistrationAnswer) =>
        format === 'csv'
          ? writeCsvRow(names.map((name) => read(one, name)))
          : `${serialize(registration, one)}\n`
      const matching = { configuration, search, after: start.after }
      const total = start.done + (await countMatching(service, matching))
      let { done } = start
      if (format === 'csv' && start.after === undefined) await report.write(writeCsvRow(names))
      for await (const ids of listMatching(service, matching))
        for (let at = 0; at < ids.length; at += AT_ONCE) {
          const chunk = ids.slice(at, at + AT_ONCE)
          const rows = await readInOrder<RegistrationRow>(service.database, 'events_registrations', chunk)
          for (const one of await presentRegistrations(service, rows)) await report.write(writeRow(one))
          done += chunk.length
          await report.checkpoint(JSON.stringify({ after: chunk.at(-1), done }))
          await report.progress(done, Math.max(done, total))
          await letOthersRun()
        }
      return { count: done }
    },
  }
}
