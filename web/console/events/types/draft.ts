import { timeOfWall, wallTimeOf } from '../../../ui/time/zone-time.ts'
import type { TypeAnswer } from '../base/event-parts.ts'
import { numberOrNull, textOrNull } from '../details/draft.ts'

export type TypeDraft = {
  name: string
  code: string
  description: string
  capacity: string
  opensAt: string
  closesAt: string
  approvalRequired: boolean
  virtual: boolean
}

export const emptyType: TypeDraft = {
  name: '',
  code: '',
  description: '',
  capacity: '',
  opensAt: '',
  closesAt: '',
  approvalRequired: false,
  virtual: false,
}

export function draftOf(type: TypeAnswer, zone: string): TypeDraft {
  const { name, approvalRequired, virtual } = type
  return {
    ...{ name, approvalRequired, virtual },
    code: type.code ?? '',
    description: type.description ?? '',
    capacity: type.capacity === null ? '' : String(type.capacity),
    opensAt: type.opensAt === null ? '' : wallTimeOf(type.opensAt, zone),
    closesAt: type.closesAt === null ? '' : wallTimeOf(type.closesAt, zone),
  }
}

/** What the type is to be; a time that nobody touched stays as it is written. */
export function changedMembers(draft: TypeDraft, zone: string, base?: TypeAnswer) {
  const before = base === undefined ? emptyType : draftOf(base, zone)
  const time = (name: 'opensAt' | 'closesAt') =>
    draft[name] === before[name] ? (base?.[name] ?? null) : (timeOfWall(draft[name], zone)?.text ?? null)
  const { name, approvalRequired, virtual } = draft
  return {
    ...{ name: name.trim(), approvalRequired, virtual },
    code: textOrNull(draft.code),
    description: textOrNull(draft.description),
    capacity: numberOrNull(draft.capacity),
    opensAt: time('opensAt'),
    closesAt: time('closesAt'),
  }
}
