import type { GroupAnswer } from '../base/event-parts.ts'
import type { Members } from '../details/changes.ts'
import { numberOrNull, textOrNull } from '../details/draft.ts'

export type OptionDraft = {
  key: string
  id: string | undefined
  name: string
  code: string
  capacity: string
  maxPerRegistration: string
  isClosed: boolean
  sessionId: string
}
export type GroupDraft = {
  name: string
  selection: GroupAnswer['selection']
  required: boolean
  minSelections: string
  maxSelections: string
  registrationTypeIds: readonly string[]
  options: readonly OptionDraft[]
}

export function emptyOption(key: string): OptionDraft {
  const texts = { name: '', code: '', capacity: '', maxPerRegistration: '1', sessionId: '' }
  return { key, id: undefined, ...texts, isClosed: false }
}

export function emptyGroup(): GroupDraft {
  return {
    name: '',
    selection: 'single',
    required: false,
    minSelections: '0',
    maxSelections: '',
    registrationTypeIds: [],
    options: [emptyOption('first')],
  }
}

export function draftOf(group: GroupAnswer): GroupDraft {
  const { name, selection, required, registrationTypeIds } = group
  return {
    ...{ name, selection, required, registrationTypeIds },
    minSelections: String(group.minSelections),
    maxSelections: group.maxSelections === null ? '' : String(group.maxSelections),
    options: group.options.map((option) => ({
      key: option.id,
      id: option.id,
      name: option.name,
      code: option.code ?? '',
      capacity: option.capacity === null ? '' : String(option.capacity),
      maxPerRegistration: String(option.maxPerRegistration),
      isClosed: option.status === 'closed',
      sessionId: option.sessionId ?? '',
    })),
  }
}

export function membersOf(group: GroupAnswer): Members & { name: string } {
  return changedMembers(draftOf(group))
}

/** What the group is to be. The order of the options is that of the list. */
export function changedMembers(draft: GroupDraft) {
  const { selection, required, registrationTypeIds } = draft
  const isSingle = selection === 'single'
  return {
    ...{ name: draft.name.trim(), selection, required, registrationTypeIds: [...registrationTypeIds] },
    minSelections: isSingle ? Number(required) : Number(draft.minSelections || 0),
    maxSelections: isSingle ? 1 : numberOrNull(draft.maxSelections),
    options: draft.options.map((option, order) => ({
      ...(option.id === undefined ? {} : { id: option.id }),
      name: option.name.trim(),
      code: textOrNull(option.code),
      capacity: numberOrNull(option.capacity),
      maxPerRegistration: Number(option.maxPerRegistration || 1),
      status: option.isClosed ? ('closed' as const) : ('open' as const),
      sessionId: option.sessionId === '' ? null : option.sessionId,
      order,
    })),
  }
}
