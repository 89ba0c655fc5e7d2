import { check } from '../../kernel/contract/validate.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { findSession } from '../configuration/event-store.ts'
import { insertType, typeColumns } from '../configuration/registration-type.ts'
import { saveSession } from '../configuration/session-store.ts'
import type { Configuration } from '../configured.ts'
import type { Events } from '../events.ts'
import { readCapacity } from '../places/place-counts.ts'
import { deletePlace } from '../places/place-store.ts'
import { problem } from '../problems.ts'
import type { TypeRow } from '../records/tables.ts'
import { type TypeInput, typeInput, typeRecord } from '../records/type.ts'
import { promoteWaiting } from '../registration/waiting-list/waiting-list.ts'
import { type Moment, nextVersion, startMoment } from '../tracking.ts'
import { updateGroup, updateType } from './event-change-store.ts'
import { type Asked, isInUse } from './in-use.ts'
import { getPart, type PartPlace, setCapacity } from './part.ts'

export async function createType(
  tx: Transaction,
  service: Events,
  { configuration, input }: { configuration: Configuration; input: TypeInput },
): Promise<TypeRow> {
  const { event, types } = configuration
  const moment = await startMoment(tx, service)
  return insertType(tx, service, { event, moment, input, position: types.size })
}

export async function changeType(
  tx: Transaction,
  service: Events,
  { edit, ...place }: PartPlace & { edit(known: TypeInput): TypeInput },
): Promise<void> {
  const row = getPart(place.configuration.types, place)
  const from = await readCapacity(tx, row.id)
  const input = edit(typeRecord.toInput(row, { capacity: from }))
  check(typeInput, input, '')
  const moment = await startMoment(tx, service)
  await updateType(tx, { ...row, ...typeColumns(input, row.position, ''), ...nextVersion(row, moment) })
  if (await setCapacity(tx, row.id, { from, to: input.capacity ?? null }))
    await promoteWaiting(tx, service, { eventId: row.event_id, moment })
}

export async function removeType(
  tx: Transaction,
  service: Events,
  { asked, ...place }: PartPlace & { asked: Asked },
): Promise<void> {
  const row = getPart(place.configuration.types, place)
  if (await isInUse(tx, place.configuration, { id: row.id, asked })) throw problem('in-use')
  const moment = await startMoment(tx, service)
  await unlinkType(tx, place, moment)
  await updateType(tx, { ...row, ...nextVersion(row, moment), deleted_at: moment.now })
  await deletePlace(tx, row.id)
}

/** Removes the type from groups and sessions; refuses if one is for this type alone, since it would open to everyone. */
async function unlinkType(
  tx: Transaction,
  { configuration, id: typeId }: PartPlace,
  moment: Moment,
): Promise<void> {
  const groups = [...configuration.groups.values()].filter(({ typeIds }) => typeIds.includes(typeId))
  const sessions = [...configuration.sessions.values()].filter(({ typeIds }) => typeIds.includes(typeId))
  if ([...groups, ...sessions].some(({ typeIds }) => typeIds.length === 1)) {
    throw problem('in-use', {
      detail: 'An option group or a session is for this type alone: change it first.',
    })
  }
  for (const group of groups)
    await updateGroup(tx, { ...group, ...withoutType(group, typeId), ...nextVersion(group, moment) })
  for (const session of sessions) {
    const row = await findSession(tx, configuration.event.organisation_id, session.id)
    if (row !== undefined)
      await saveSession(tx, { ...row, ...withoutType(session, typeId), ...nextVersion(row, moment) })
  }
}

function withoutType({ typeIds }: { typeIds: readonly string[] }, typeId: string) {
  return { registration_type_ids: JSON.stringify(typeIds.filter((id) => id !== typeId)) }
}
