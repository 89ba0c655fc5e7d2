import type { RegistrationDraft } from '../../../src/client/registration-page.ts'
import { formText } from '../../ui/form/texts.ts'
import type { EventView, FormView, SessionView } from '../base/view.ts'

type Group = EventView['groups'][number]

/** The option groups for a registration type. */
export function groupsFor(event: EventView, form: FormView | undefined, typeId: string | null): Group[] {
  const shown = form?.optionGroupIds ?? []
  return event.groups.filter(
    ({ id, registrationTypeIds, options }) =>
      options.length > 0 && isFor(registrationTypeIds, typeId) && (shown.length === 0 || shown.includes(id)),
  )
}

/** Sessions that can be chosen: neither included nor bound to an option. */
export function sessionsFor(
  event: EventView,
  form: FormView | undefined,
  typeId: string | null,
): SessionView[] {
  if (form?.sessionSelection.max === 0) return []
  const bound = new Set(event.groups.flatMap(({ options }) => options.map(({ sessionId }) => sessionId)))
  return event.sessions.filter(
    ({ id, included, status, registrationTypeIds }) =>
      !included && status === 'active' && !bound.has(id) && isFor(registrationTypeIds, typeId),
  )
}

/** Whether there is a session to choose, here or on a day that is not loaded yet. */
export function asksSessions(event: EventView, form: FormView | undefined, typeId: string | null): boolean {
  if (form?.sessionSelection.max === 0) return false
  const hasMore = event.days?.some(({ isWhole, choices }) => !isWhole && choices > 0) ?? false
  return hasMore || sessionsFor(event, form, typeId).length > 0
}

function isFor(typeIds: readonly string[], typeId: string | null): boolean {
  return typeIds.length === 0 || (typeId !== null && typeIds.includes(typeId))
}

/** Errors of options, by group. */
export function checkGroups(
  groups: readonly Group[],
  chosen: RegistrationDraft['options'],
): Record<string, string> {
  const found = groups.flatMap((group): [string, string][] => {
    const count = group.options.filter(({ id }) => chosen[id] !== undefined).length
    const least = group.required ? Math.max(1, group.minSelections) : count > 0 ? group.minSelections : 0
    const most = group.selection === 'single' ? 1 : group.maxSelections
    if (count < least)
      return [[group.id, least === 1 ? formText('errorChoice') : formText('errorMinItems', { limit: least })]]
    return most !== null && count > most ? [[group.id, formText('errorMaxItems', { limit: most })]] : []
  })
  return Object.fromEntries(found)
}

/** Errors of sessions, by session; '' applies to all of them. */
export function checkSessions(
  event: EventView,
  form: FormView | undefined,
  draft: RegistrationDraft,
): Record<string, string> {
  const { min, max } = form?.sessionSelection ?? { min: 0, max: null }
  const count = draft.sessionIds.length
  const whole =
    count < min
      ? { '': formText('errorMinItems', { limit: min }) }
      : max !== null && count > max
        ? { '': formText('errorMaxItems', { limit: max }) }
        : {}
  return { ...whole, ...findClashes(event, draft) }
}

type Choices = Pick<RegistrationDraft, 'sessionIds' | 'options'>

/** What to say at each chosen session that overlaps with another one; sessions of chosen options count as well. */
export function findClashes(event: EventView, { sessionIds, options }: Choices): Record<string, string> {
  const bound = event.groups
    .flatMap((group) => group.options)
    .filter(({ id }) => options[id] !== undefined)
    .map(({ sessionId }) => sessionId)
  const ids = new Set<string | null>([...sessionIds, ...bound])
  const chosen = event.sessions.filter(
    ({ id, included, status }) => ids.has(id) && !included && status !== 'cancelled',
  )
  const clashes = chosen.flatMap(({ id, start, end }): [string, string][] => {
    const other = chosen.find((one) => one.id !== id && one.start < end && one.end > start)
    return other === undefined ? [] : [[id, formText('clash', { other: other.title })]]
  })
  return Object.fromEntries(clashes)
}
