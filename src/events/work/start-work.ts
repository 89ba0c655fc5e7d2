import type { Principal } from '../../kernel/contract/operation.ts'
import { recordAudit } from '../../platform/audit/entries.ts'
import { actorOf } from '../../platform/operators/face.ts'
import { startTask } from '../../platform/tasks/tasks.ts'
import { getConfiguration } from '../configuration/configuration.ts'
import type { Configuration } from '../configured.ts'
import type { Events } from '../events.ts'
import { wrong } from '../refusal.ts'
import { readFilter } from '../search/filter.ts'
import { amongRegistrations } from '../search/registrations.ts'
import { startMoment } from '../tracking.ts'
import { type BulkAction, bulkKind } from './bulk-change.ts'
import { isColumn } from './columns.ts'
import { exportKind } from './export.ts'
import type { Looked } from './matching.ts'

type Place = { readonly eventId: string; readonly principal: Principal }
type BulkWanted = {
  readonly action: BulkAction
  readonly reason?: string
  readonly ids?: readonly string[]
  readonly search?: Looked
}
type ExportWanted = {
  readonly format: 'csv' | 'ndjson'
  readonly search?: Looked
  readonly columns?: readonly string[]
}

/** Returns the task's id. */
export async function startBulkChange(
  service: Events,
  { eventId, principal }: Place,
  { action, reason, ids, search }: BulkWanted,
): Promise<string> {
  const configuration = await getConfiguration(service, principal.organisationId, eventId)
  if ((ids === undefined) === (search === undefined)) throw wrong('/ids', 'one-of', 'or search, and not both')
  if (search !== undefined) checkSearch(configuration, search)
  const chosen = ids === undefined ? { search } : { ids: [...new Set(ids)] }
  return service.database.write(async (tx) => {
    const { change } = await startMoment(tx, service)
    const id = await startTask(tx, service, {
      organisationId: principal.organisationId,
      principal,
      kind: bulkKind,
      title: `${titles[action]}: ${configuration.event.title}`,
      payload: { eventId, action, reason: reason ?? null, change, ...chosen },
      file: { name: `${action}-${fileName(configuration)}.csv`, type: 'text/csv' },
      scope: 'registrations:read',
      startScope: 'registrations:write',
    })
    await audit(tx, service, { principal, action: `registrations.bulk-${action}`, eventId })
    return id
  })
}

const titles = {
  approve: 'Approve registrations',
  decline: 'Decline registrations',
  cancel: 'Cancel registrations',
}

export async function startExport(
  service: Events,
  { eventId, principal }: Place,
  { format, search = {}, columns }: ExportWanted,
): Promise<string> {
  const configuration = await getConfiguration(service, principal.organisationId, eventId)
  checkSearch(configuration, search)
  const unknown = columns?.findIndex((name) => !isColumn(name)) ?? -1
  if (unknown >= 0) throw wrong(`/columns/${unknown}`, 'unknown-field', 'is no column')
  return service.database.write(async (tx) => {
    const id = await startTask(tx, service, {
      organisationId: principal.organisationId,
      principal,
      kind: exportKind,
      title: `Export registrations: ${configuration.event.title}`,
      payload: { eventId, search, format, ...(columns === undefined ? {} : { columns }) },
      file: {
        name: `registrations-${fileName(configuration)}.${format}`,
        type: format === 'csv' ? 'text/csv' : 'application/x-ndjson',
      },
      scope: 'registrations:read',
    })
    await audit(tx, service, { principal, action: 'registrations.export', eventId })
    return id
  })
}

/** Reports errors in a filter now, with their pointers, not later in the task. */
function checkSearch(configuration: Configuration, { filter }: Looked): void {
  if (filter !== undefined) readFilter(amongRegistrations(configuration).find, filter)
}

function fileName({ event }: Configuration): string {
  return event.code.toLowerCase().replaceAll(/[^a-z0-9-]+/g, '-')
}

function audit(
  tx: Parameters<typeof recordAudit>[0],
  service: Events,
  { principal, action, eventId }: { principal: Principal; action: string; eventId: string },
): Promise<unknown> {
  return recordAudit(tx, service, { actor: actorOf(principal), action, subject: `event:${eventId}` })
}
