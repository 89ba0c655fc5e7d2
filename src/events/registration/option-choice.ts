import { isDeepStrictEqual } from 'node:util'
import type { FieldError } from '../../kernel/base/fault.ts'
import { isOpenTo } from '../attendee/attendee.ts'
import type { Configuration, ConfiguredGroup, ConfiguredSession, StoredForm } from '../configured.ts'
import type { ChosenOption } from '../records/registration.ts'
import { fieldError } from '../refusal.ts'

type Choice = {
  readonly typeId: string | null
  readonly stored: StoredForm | undefined
  readonly options: readonly ChosenOption[]
  /** Options that the registration already has: it may keep a closed option, and its quantity. */
  readonly standing: readonly ChosenOption[] | undefined
  /** The same, if the type stays the same too: a group whose choices do not change is not judged again. */
  readonly kept: readonly ChosenOption[] | undefined
}

/** Everything that can be wrong with chosen options, except a lack of places. */
export function checkOptions(configuration: Configuration, choice: Choice): FieldError[] {
  const each = choice.options.flatMap((option, index) =>
    checkOption(configuration, choice, { option, index }),
  )
  if (each.length > 0) return each
  return [...configuration.groups.values()]
    .filter((group) => isOpenTo(group, choice.typeId))
    .filter(({ id }) => !isAsBefore(id, choice))
    .flatMap((group) => checkGroup(group, choice))
}

function isAsBefore(groupId: string, { options, kept }: Choice): boolean {
  if (kept === undefined) return false
  const write = (list: readonly ChosenOption[]) =>
    list
      .filter((option) => option.groupId === groupId)
      .map(({ optionId, quantity }) => `${optionId} ${quantity}`)
      .sort()
      .join()
  return write(options) === write(kept)
}

function checkOption(
  { groups, sessions }: Configuration,
  { typeId, options, standing, kept }: Choice,
  { option, index }: { option: ChosenOption; index: number },
): FieldError[] {
  const at = `/options/${index}`
  const isSecond = options.findIndex(({ optionId }) => optionId === option.optionId) < index
  const known = standing?.find(({ optionId }) => optionId === option.optionId)
  if (kept !== undefined && !isSecond && isDeepStrictEqual(known, option)) return []
  const group = groups.get(option.groupId)
  if (group === undefined) return [fieldError(`${at}/groupId`, 'unknown', 'is no group of this event')]
  const found = group.options.find(({ id }) => id === option.optionId)
  if (found === undefined) return [fieldError(`${at}/optionId`, 'unknown', 'is no option of the group')]
  if (!isOpenTo(group, typeId))
    return [fieldError(`${at}/groupId`, 'registration-type', 'is not open to this registration type')]
  if (isSecond) return [fieldError(`${at}/optionId`, 'duplicate', 'is chosen already: raise its quantity')]
  if (option.quantity > Math.max(found.max_per_registration, known?.quantity ?? 0))
    return [fieldError(`${at}/quantity`, 'maximum', `must be <= ${found.max_per_registration}`)]
  if (found.status === 'closed' && known === undefined)
    return [fieldError(`${at}/optionId`, 'closed', 'is closed')]
  const session = sessions.get(found.session_id ?? '')
  if (session === undefined || (known !== undefined && kept !== undefined)) return []
  return checkSession(session, { typeId, isNew: known === undefined, pointer: `${at}/optionId` })
}

/** An option enrols in its session, so it is refused like the session itself. */
function checkSession(
  session: ConfiguredSession,
  { typeId, isNew, pointer }: { typeId: string | null; isNew: boolean; pointer: string },
): FieldError[] {
  const which = 'comes with a session that is'
  if (!isOpenTo(session, typeId))
    return [fieldError(pointer, 'registration-type', `${which} not open to this registration type`)]
  if (session.status !== 'active' && isNew)
    return [fieldError(pointer, 'closed', `${which} ${session.status}`)]
  return []
}

/** A group that the form does not show cannot be required. */
function checkGroup(group: ConfiguredGroup, { stored, options }: Choice): FieldError[] {
  const chosen = options.filter(({ groupId }) => groupId === group.id).length
  const shown =
    stored === undefined || stored.optionGroupIds.length === 0 || stored.optionGroupIds.includes(group.id)
  const owed = group.required === 1 && shown
  const least = owed ? Math.max(1, group.min_selections) : chosen > 0 ? group.min_selections : 0
  const most = group.selection === 'single' ? 1 : group.max_selections
  const error = (code: string, message: string) => [fieldError('/options', code, `${group.name}: ${message}`)]
  if (chosen < least) return error(owed && chosen === 0 ? 'required' : 'minItems', `choose at least ${least}`)
  if (most !== null && chosen > most) return error('maxItems', `choose at most ${most}`)
  return []
}
