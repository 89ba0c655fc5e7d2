import type { Context } from '../../kernel/context.ts'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import type { Configuration, ConfiguredGroup } from '../configured.ts'
import { readPlacesOf } from '../places/place-counts.ts'
import { insertPlace } from '../places/place-store.ts'
import { wrong } from '../refusal.ts'
import type { GroupAnswer, GroupInput, OptionInput } from '../schemas/event.ts'
import type { EventRow, GroupRow, OptionRow } from '../tables.ts'
import { formatTime } from '../times.ts'
import { type Moment, newRecord } from '../tracking.ts'
import { addGroup, addOption } from './event-store.ts'

type NewGroup = { event: EventRow; moment: Moment; input: GroupInput; position: number; at?: string }

/** `registrationTypeIds` and `sessionId` are ids of the same event: the caller has looked. */
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
  const selection = input.selection ?? 'single'
  const required = input.required ?? false
  const min = input.minSelections ?? (required ? 1 : 0)
  const max = input.maxSelections ?? (selection === 'single' ? 1 : null)
  if (max !== null && min > max) throw wrong(`${at}/minSelections`, 'range', 'must be at most maxSelections')
  return {
    name: input.name,
    selection,
    required: Number(required),
    min_selections: min,
    max_selections: max,
    registration_type_ids: JSON.stringify(input.registrationTypeIds ?? []),
    position: input.order ?? position,
  }
}

export function optionColumns(input: OptionInput, position: number) {
  return {
    name: input.name,
    code: input.code ?? null,
    max_per_registration: input.maxPerRegistration ?? 1,
    status: input.status ?? 'open',
    session_id: input.sessionId ?? null,
    position: input.order ?? position,
  }
}

/** What was asked for, the options apart: the other way round than `groupColumns`. */
export function groupMembersOf(row: ConfiguredGroup) {
  return {
    name: row.name,
    selection: row.selection,
    required: row.required === 1,
    minSelections: row.min_selections,
    maxSelections: row.max_selections,
    registrationTypeIds: [...row.typeIds],
    order: row.position,
  }
}

export async function presentGroups(
  service: { readonly database: Reader },
  { groups }: Pick<Configuration, 'groups'>,
): Promise<GroupAnswer[]> {
  const ids = [...groups.values()].flatMap(({ options }) => options.map(({ id }) => id))
  const places = await readPlacesOf(service.database, ids)
  return [...groups.values()].map((row) => ({
    id: row.id,
    eventId: row.event_id,
    ...groupMembersOf(row),
    options: row.options.map((option) => {
      const { capacity = null, remaining = null } = places.get(option.id) ?? {}
      return {
        id: option.id,
        name: option.name,
        code: option.code,
        capacity,
        maxPerRegistration: option.max_per_registration,
        status: option.status === 'open' && remaining === 0 ? ('full' as const) : option.status,
        sessionId: option.session_id,
        order: option.position,
        remaining,
      }
    }),
    createdAt: formatTime(row.created_at),
    updatedAt: formatTime(row.updated_at),
    version: row.version,
  }))
}
