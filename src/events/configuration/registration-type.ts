import type { Context } from '../../kernel/context.ts'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import type { Configuration } from '../configured.ts'
import { readPlacesOf } from '../places/place-counts.ts'
import { insertPlace } from '../places/place-store.ts'
import type { EventRow, TypeRow } from '../records/tables.ts'
import { type TypeAnswer, type TypeInput, typeRecord } from '../records/type.ts'
import { type Moment, newRecord } from '../tracking.ts'
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
  return typeRecord.toRow({ ...input, order: input.order ?? position }, at)
}

export async function presentTypes(
  service: { readonly database: Reader },
  { types }: Pick<Configuration, 'types'>,
): Promise<TypeAnswer[]> {
  const places = await readPlacesOf(service.database, [...types.keys()])
  return [...types.values()].map((row) => {
    const { capacity = null, remaining = null } = places.get(row.id) ?? {}
    return typeRecord.toAnswer(row, { capacity, remaining })
  })
}
