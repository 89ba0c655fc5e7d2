import { findAccountNames } from '../../platform/accounts/name-store.ts'
import type { AuditEntryRow } from '../../platform/audit/tables.ts'
import { findOperatorNames } from '../../platform/operators/count-store.ts'
import { findEndpoint } from '../../platform/webhooks/store.ts'
import type { Console } from '../base/console.ts'

type Named = {
  readonly name: string
  readonly organisationId?: string | undefined
  readonly registrationId?: string
  readonly applicationId?: string | null
}

/** By reference, such as `event:<id>`. */
export type Names = ReadonlyMap<string, Named>

/** Reads the names of everything that a page of the trail refers to, with one query for each kind. */
export async function nameRecords(console: Console, rows: readonly AuditEntryRow[]): Promise<Names> {
  const wanted = new Map<string, Set<string>>()
  for (const reference of rows.flatMap(referencesOf)) {
    const [kind, id] = split(reference)
    wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id))
  }
  const found = await Promise.all(
    [...wanted].map(async ([kind, ids]) => {
      const named = await finderOf(console, kind)?.([...ids])
      return [...(named ?? [])].map(([id, name]) => [`${kind}:${id}`, name] as const)
    }),
  )
  return new Map(found.flat())
}

/** The actor, the subject, and whom the detail names. */
function referencesOf(row: AuditEntryRow): string[] {
  return [row.actor, row.subject, ...personOf(row), ...createdBy(row)].filter((text) => text.includes(':'))
}

/** The reference to the person whose registration or check-in an entry is about. */
export function personOf({ action, detail }: AuditEntryRow): string[] {
  const { attendeeId, registrationId, id } = membersOf(detail)
  if (typeof attendeeId === 'string') return [`attendee:${attendeeId}`]
  const registration = action === 'events.createRegistration' ? id : registrationId
  return typeof registration === 'string' ? [`registration:${registration}`] : []
}

const created: Readonly<Record<string, string>> = {
  'events.createEvent': 'event',
  'events.createContactList': 'contact-list',
}

/** The reference to a new record: its creation is recorded about what contains it. */
export function createdBy({ action, detail }: AuditEntryRow): string[] {
  const { id } = membersOf(detail)
  const kind = created[action]
  return kind !== undefined && typeof id === 'string' ? [`${kind}:${id}`] : []
}

function membersOf(detail: string | null): Readonly<Record<string, unknown>> {
  return detail === null ? {} : JSON.parse(detail)
}

function split(reference: string): [kind: string, id: string] {
  const at = reference.indexOf(':')
  return [reference.slice(0, at), reference.slice(at + 1)]
}

type Finder = (ids: readonly string[]) => Promise<Iterable<readonly [string, Named]>>

function finderOf({ database, server }: Console, kind: string): Finder | undefined {
  switch (kind) {
    case 'event':
    case 'contact-list':
    case 'registration':
    case 'attendee':
      return (ids) => server.nameRecords(kind, ids)
    case 'organisation':
    case 'application':
    case 'api-key':
      return async (ids) =>
        (await findAccountNames(database, kind, ids)).map((named) => [named.id, named] as const)
    case 'operator':
      return async (ids) =>
        [...(await findOperatorNames(database, ids))].map(([id, name]) => [id, { name }] as const)
    case 'webhook':
      return async (ids) => (await Promise.all(ids.map((id) => findWebhook(database, id)))).flat()
    default:
      return undefined
  }
}

async function findWebhook(database: Console['database'], id: string): Promise<[string, Named][]> {
  const row = await findEndpoint(database, id)
  if (row === undefined) return []
  return [
    [
      id,
      { name: row.url, organisationId: row.service === 'events' ? (row.subject ?? undefined) : undefined },
    ],
  ]
}
