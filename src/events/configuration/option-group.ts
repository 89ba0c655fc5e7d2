import type { Context } from '../../kernel/context.ts'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import type { Configuration } from '../configured.ts'
import { readPlacesOf } from '../places/place-counts.ts'
import { insertPlace } from '../places/place-store.ts'
import {
  type GroupAnswer,
  type GroupInput,
  groupRecord,
  type OptionInput,
  optionRecord,
} from '../records/option.ts'
import type { EventRow, GroupRow, OptionRow } from '../records/tables.ts'
import { wrong } from '../refusal.ts'
import { type Moment, newRecord } from '../tracking.ts'
import { addGroup, addOption } from './event-store.ts'

type NewGroup = { event: EventRow; moment: Moment; input: GroupInput; position: number; at?: string }

/** The caller has checked that `registrationTypeIds` and `sessionId` belong to the same event. */
export async function insertGroup(
  tx: Transaction,
  context: Context,
  { event, moment, input, position, at = '' }: NewGroup,
): Promise<GroupRow> {
  const row = {
    ...newRecord(moment, context.ids.uuid(), event.organisation_id),
    event_id: event.id,
    ...groupColumns(input, position, at),
  }
  await addGroup(tx, row)
  for (const [index, option] of (input.options ?? []).entries())
    await insertOption(tx, context, { group: row, input: option, position: index })
  return row
}

export async function insertOption(
  tx: Transaction,
  context: Context,
  {
    group,
    input,
    position,
  }: { group: Pick<GroupRow, 'id' | 'event_id'>; input: OptionInput; position: number },
): Promise<OptionRow> {
  const row = {
    id: context.ids.uuid(),
    event_id: group.event_id,
    group_id: group.id,
    deleted_at: null,
    ...optionColumns(input, position),
  }
  await addOption(tx, row)
  await insertPlace(tx, {
    id: row.id,
    event_id: row.event_id,
    kind: 'option',
    capacity: input.capacity ?? null,
  })
  return row
}

export function groupColumns(input: GroupInput, position: number, at: string) {
  const isSingle = (input.selection ?? 'single') === 'single'
  const minSelections = input.minSelections ?? (input.required === true ? 1 : 0)
  const maxSelections = input.maxSelections ?? (isSingle ? 1 : null)
  if (maxSelections !== null && minSelections > maxSelections)
    throw wrong(`${at}/minSelections`, 'range', 'must be at most maxSelections')
  return groupRecord.toRow({ ...input, minSelections, maxSelections, order: input.order ?? position }, at)
}

export function optionColumns(input: OptionInput, position: number) {
  return optionRecord.toRow({ ...input, order: input.order ?? position }, '')
}

export async function presentGroups(
  service: { readonly database: Reader },
  { groups }: Pick<Configuration, 'groups'>,
): Promise<GroupAnswer[]> {
  const ids = [...groups.values()].flatMap(({ options }) => options.map(({ id }) => id))
  const places = await readPlacesOf(service.database, ids)
  return [...groups.values()].map((row) => {
    const options = row.options.map((option) => {
      const { capacity = null, remaining = null } = places.get(option.id) ?? {}
      const status = option.status === 'open' && remaining === 0 ? ('full' as const) : option.status
      return { id: option.id, ...optionRecord.toInput(option, { capacity }), status, remaining }
    })
    return groupRecord.toAnswer(row, { options })
  })
}
