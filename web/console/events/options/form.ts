import { groupFields, optionFields, type RecordField } from '../../../../src/client/records.ts'
import { type Draft, omitFields, type Values } from '../../../ui/record-form/draft.ts'
import { newItem } from '../../../ui/record-form/scope.ts'
import type { GroupAnswer } from '../base/event-parts.ts'
import { plainForm, type RecordForm } from '../record/form.ts'

/** Existing options have an id; new ones have none. */
const id: RecordField<string> = { kind: 'text', required: false, nullable: false, otherwise: undefined }
const inOption = { ...omitFields(optionFields, 'order'), id }
type OptionValues = Omit<Values<typeof inOption>, 'id'> & { id?: string }
const options: RecordField<OptionValues[]> = {
  kind: 'list',
  required: false,
  nullable: false,
  otherwise: [],
  fields: inOption,
}
const fields = { ...omitFields(groupFields, 'order'), options }

export type GroupFields = typeof fields
type GroupDraft = Draft<GroupFields>

const plain = plainForm<GroupFields, Values<GroupFields>>(
  fields,
  {
    name: 'groupName',
    required: 'groupRequired',
    registrationTypeIds: 'forTypes',
    options: 'tabOptions',
  },
  'UTC',
)

export const groupForm = {
  ...plain,
  /** A new group starts with one option; an option that is full counts as open. */
  draftOf(group?: GroupAnswer): GroupDraft {
    if (group === undefined) return { ...plain.draftOf(), options: [newItem(inOption, 'UTC')] }
    const open = group.options.map((option) => ({
      ...option,
      status: option.status === 'closed' ? ('closed' as const) : ('open' as const),
    }))
    return plain.draftOf({ ...group, options: open })
  },
  /** The options are saved in the order of the list. */
  membersOf(draft: GroupDraft) {
    const members = plain.membersOf(draft)
    const isSingle = members.selection === 'single'
    return {
      ...members,
      ...(isSingle ? { minSelections: Number(members.required), maxSelections: 1 } : {}),
      options: members.options.map((option, order) => ({ ...option, order })),
    }
  },
} satisfies RecordForm<GroupFields, GroupAnswer, GroupDraft, object>
