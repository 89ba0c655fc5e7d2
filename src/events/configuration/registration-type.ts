import type { Context } from '../../kernel/context.ts'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import type { Configuration } from '../configured.ts'
import { readPlacesOf } from '../places/place-counts.ts'
import { insertPlace } from '../places/place-store.ts'
import type { TypeAnswer, TypeInput } from '../schemas/event.ts'
import type { EventRow, TypeRow } from '../tables.ts'
import { formatTime, formatTimeOrNull } from '../times.ts'
import { type Moment, newRecord } from '../tracking.ts'
import { timeOf } from './event.ts'
import { addType } from './event-store.ts'

type NewType = { event: EventRow; moment: Moment; input: TypeInput; position: number; at?: string }

export async function insertType(
  tx: Transaction,
  context: Context,
  { event, moment, input, position, at = '' }: NewType,
): Promise<TypeRow> {
  const row = {
    ...newRecord(moment, context.ids.uuid(), event.organisation_id),
    event_id: event.id,
    ...typeColumns(input, position, at),
  }
  await addType(tx, row)
  await insertPlace(tx, { id: row.id, event_id: event.id, kind: 'type', capacity: input.capacity ?? null })
  return row
}

export function typeColumns(input: TypeInput, position: number, at: string) {
  return {
    name: input.name,
    code: input.code ?? null,
    description: input.description ?? null,
    opens_at: timeOf(input.opensAt, `${at}/opensAt`),
    closes_at: timeOf(input.closesAt, `${at}/closesAt`),
    approval_required: Number(input.approvalRequired ?? false),
    is_virtual: Number(input.virtual ?? false),
    position: input.order ?? position,
  }
}

/** What was asked for: the other way round than `typeColumns`. */
export function typeMembersOf(row: TypeRow, capacity: number | null) {
  return {
    name: row.name,
    code: row.code,
    description: row.description,
    capacity,
    opensAt: formatTimeOrNull(row.opens_at),
    closesAt: formatTimeOrNull(row.closes_at),
    approvalRequired: row.approval_required === 1,
    virtual: row.is_virtual === 1,
    order: row.position,
  }
}

export async function presentTypes(
  service: { readonly database: Reader },
  { types }: Pick<Configuration, 'types'>,
): Promise<TypeAnswer[]> {
  const places = await readPlacesOf(service.database, [...types.keys()])
  return [...types.values()].map((row) => ({
    id: row.id,
    eventId: row.event_id,
    ...typeMembersOf(row, places.get(row.id)?.capacity ?? null),
    remaining: places.get(row.id)?.remaining ?? null,
    createdAt: formatTime(row.created_at),
    updatedAt: formatTime(row.updated_at),
    version: row.version,
  }))
}
