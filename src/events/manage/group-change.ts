import { check } from '../../kernel/contract/validate.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { checkTypeIds } from '../configuration/links.ts'
import { groupColumns, insertGroup, insertOption, optionColumns } from '../configuration/option-group.ts'
import type { Configuration, ConfiguredGroup } from '../configured.ts'
import type { Events } from '../events.ts'
import { readCapacity } from '../places/place-counts.ts'
import { deletePlace } from '../places/place-store.ts'
import { problem } from '../problems.ts'
import { type GroupInput, groupInput, groupRecord, type OptionInput } from '../records/option.ts'
import type { GroupRow, OptionRow } from '../records/tables.ts'
import { wrong } from '../refusal.ts'
import { promoteWaiting } from '../registration/waiting-list/waiting-list.ts'
import { type Moment, nextVersion, startMoment } from '../tracking.ts'
import { updateGroup, updateOption } from './event-change-store.ts'
import { type Asked, isInUse } from './in-use.ts'
import { getPart, type PartPlace, setCapacity } from './part.ts'

/** What people asked for, which decides whether an option can be removed. */
type Removing = { configuration: Configuration; asked: Asked; moment: Moment }

export async function createGroup(
  tx: Transaction,
  service: Events,
  { configuration, input }: { configuration: Configuration; input: GroupInput },
): Promise<GroupRow> {
  checkGroup(configuration, input)
  const stranger = (input.options ?? []).findIndex(({ id }) => id !== undefined)
  if (stranger >= 0) throw wrong(`/options/${stranger}/id`, 'unknown', 'is given by the server')
  const moment = await startMoment(tx, service)
  const { event, groups } = configuration
  return insertGroup(tx, service, { event, moment, input, position: groups.size })
}

/** Options with an id are kept, options without one are added, and options that are not named are removed. */
export async function changeGroup(
  tx: Transaction,
  service: Events,
  { edit, asked, ...place }: PartPlace & { asked: Asked; edit(known: GroupInput): GroupInput },
): Promise<void> {
  const row = getPart(place.configuration.groups, place)
  const { options, ...members } = edit(groupRecord.toInput(row, {}))
  const input = { ...members, ...(options === undefined ? {} : { options }) }
  check(groupInput, input, '')
  checkGroup(place.configuration, input)
  const moment = await startMoment(tx, service)
  const { typeIds: _typeIds, options: _options, ...columns } = row
  await updateGroup(tx, { ...columns, ...groupColumns(input, row.position, ''), ...nextVersion(row, moment) })
  if (options === undefined) return
  const removing = { configuration: place.configuration, asked, moment }
  const raised = await changeOptions(tx, service, { group: row, options, removing })
  if (raised) await promoteWaiting(tx, service, { eventId: row.event_id, moment })
}

export async function removeGroup(
  tx: Transaction,
  service: Events,
  { asked, ...place }: PartPlace & { asked: Asked },
): Promise<void> {
  const row = getPart(place.configuration.groups, place)
  const moment = await startMoment(tx, service)
  const removing = { configuration: place.configuration, asked, moment }
  for (const option of row.options) await removeOption(tx, option, removing)
  await updateGroup(tx, { ...row, ...nextVersion(row, moment), deleted_at: moment.now })
}

function checkGroup(
  { types, sessions }: Configuration,
  { registrationTypeIds, options = [] }: GroupInput,
): void {
  checkTypeIds(types.keys(), registrationTypeIds, '/registrationTypeIds')
  for (const [index, { sessionId }] of options.entries()) {
    if (typeof sessionId === 'string' && !sessions.has(sessionId))
      throw wrong(`/options/${index}/sessionId`, 'unknown', 'is no session of this event')
  }
}

type OptionChanges = { group: ConfiguredGroup; options: readonly OptionInput[]; removing: Removing }

async function changeOptions(
  tx: Transaction,
  service: Events,
  { group, options, removing }: OptionChanges,
): Promise<boolean> {
  const known = new Map(group.options.map((option) => [option.id, option]))
  let raised = false
  for (const [position, input] of options.entries()) {
    if (input.id === undefined) {
      await insertOption(tx, service, { group, input, position })
      continue
    }
    const option = known.get(input.id)
    if (option === undefined)
      throw wrong(`/options/${position}/id`, 'unknown', 'is no option of this group, or named twice')
    known.delete(input.id)
    raised = (await changeOption(tx, option, { input, position })) || raised
  }
  for (const option of known.values()) await removeOption(tx, option, removing)
  return raised
}

async function changeOption(
  tx: Transaction,
  option: OptionRow,
  { input, position }: { input: OptionInput; position: number },
): Promise<boolean> {
  const from = await readCapacity(tx, option.id)
  await updateOption(tx, { ...option, ...optionColumns(input, position) })
  return setCapacity(tx, option.id, { from, to: input.capacity ?? null })
}

async function removeOption(
  tx: Transaction,
  option: OptionRow,
  { configuration, asked, moment }: Removing,
): Promise<void> {
  if (await isInUse(tx, configuration, { id: option.id, asked })) throw problem('in-use')
  await updateOption(tx, { ...option, deleted_at: moment.now })
  await deletePlace(tx, option.id)
}
