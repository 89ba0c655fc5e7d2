import { Fault } from '../../kernel/base/fault.ts'
import type { Principal } from '../../kernel/contract/operation.ts'
import { formatTime } from '../../kernel/text/times.ts'
import { getConfiguration } from '../configuration/configuration.ts'
import type { Events } from '../events.ts'
import { problem } from '../problems.ts'
import type { ViewRow } from '../records/tables.ts'
import { wrong } from '../refusal.ts'
import type { ViewAnswer, ViewInput, ViewPatch } from './view-schema.ts'
import {
  countViewsOf,
  deleteViewRow,
  findViewRow,
  insertView,
  listVisibleViews,
  replaceView,
} from './view-store.ts'

const MOST_OWN = 100
const MOST_LISTED = 500
/** Views contain names and conditions only, so anything larger is refused. */
const LARGEST_DEFINITION = 50_000

type Place = { readonly eventId: string; readonly principal: Principal }

export async function listViews(service: Events, { eventId, principal }: Place): Promise<ViewAnswer[]> {
  await getConfiguration(service, principal.organisationId, eventId)
  const of = { event_id: eventId, operator_id: operatorOf(principal), limit: MOST_LISTED }
  const rows = await listVisibleViews(service.database, of)
  return rows.map((row) => answerOf(row, principal))
}

export async function saveView(
  service: Events,
  { eventId, principal }: Place,
  input: ViewInput,
): Promise<ViewAnswer> {
  const { event } = await getConfiguration(service, principal.organisationId, eventId)
  const now = service.clock.now()
  const row: ViewRow = {
    id: service.ids.uuid(),
    organisation_id: event.organisation_id,
    event_id: eventId,
    operator_id: operatorOf(principal),
    name: input.name,
    shared: Number(input.shared ?? false),
    definition: writeDefinition(input.definition),
    created_at: now,
    updated_at: now,
  }
  await service.database.write(async (tx) => {
    if ((await countViewsOf(tx, row)) >= MOST_OWN)
      throw wrong('', 'too-many', `you have ${MOST_OWN} views: delete one`)
    await insertView(tx, row)
  })
  return answerOf(row, principal)
}

export function updateView(
  service: Events,
  { viewId, ...place }: Place & { viewId: string },
  patch: ViewPatch,
): Promise<ViewAnswer> {
  return service.database.write(async (tx) => {
    const row = await getOwnView(tx, place, viewId)
    const changed: ViewRow = {
      ...row,
      name: patch.name ?? row.name,
      shared: patch.shared === undefined ? row.shared : Number(patch.shared),
      definition: patch.definition === undefined ? row.definition : writeDefinition(patch.definition),
      updated_at: service.clock.now(),
    }
    await replaceView(tx, changed)
    return answerOf(changed, place.principal)
  })
}

export function deleteView(
  service: Events,
  { viewId, ...place }: Place & { viewId: string },
): Promise<boolean> {
  return service.database.write(async (tx) => {
    const { id } = await getOwnView(tx, place, viewId)
    return deleteViewRow(tx, id)
  })
}

/** Allowed for the creator and, for a shared view, the organisation's owners. */
async function getOwnView(
  db: Parameters<typeof findViewRow>[0],
  { eventId, principal }: Place,
  viewId: string,
): Promise<ViewRow> {
  const row = await findViewRow(db, { id: viewId, event_id: eventId })
  if (row === undefined || row.organisation_id !== principal.organisationId) throw problem('not-found')
  const isOwn = row.operator_id === operatorOf(principal)
  if (!isOwn && row.shared === 0) throw problem('not-found')
  if (!isOwn && principal.operator?.role !== 'owner')
    throw new Fault('forbidden', { detail: 'Only whoever shared this view, or an owner, changes it.' })
  return row
}

function writeDefinition(definition: ViewInput['definition']): string {
  const text = JSON.stringify(definition)
  if (text.length <= LARGEST_DEFINITION) return text
  throw wrong('/definition', 'too-large', 'is larger than a view may be')
}

function operatorOf({ operator, keyId }: Principal): string {
  return operator?.id ?? keyId
}

function answerOf(row: ViewRow, principal: Principal): ViewAnswer {
  return {
    id: row.id,
    name: row.name,
    shared: row.shared === 1,
    own: row.operator_id === operatorOf(principal),
    definition: JSON.parse(row.definition),
    createdAt: formatTime(row.created_at),
    updatedAt: formatTime(row.updated_at),
  }
}
