import type { Scope } from '../../../ui/record-form/scope.ts'
import { registration } from '../../base/services.ts'
import { matchOf } from '../base/event.ts'
import type { GroupAnswer } from '../base/event-parts.ts'
import { text } from '../base/texts.ts'
import { offerGroup } from '../form/offer.ts'
import type { EventFields } from '../record/fields.ts'
import { RecordDialog } from '../record/record-dialog.tsx'
import { useDialogEdit } from '../record/use-record-edit.ts'
import { TypeChoice } from '../types/type-choice.tsx'
import { type GroupFields, groupForm } from './form.ts'
import { OptionList } from './option-list.tsx'
import type { Parts } from './parts.ts'

type GroupDialogProps = {
  eventId: string
  parts: Parts
  /** Undefined for a new group, which is added at this position. */
  group?: GroupAnswer | undefined
  order: number
  onDone: () => void
  onClose: () => void
}

export function GroupDialog({ eventId, parts, group, order, onDone, onClose }: GroupDialogProps) {
  const typeIds = parts.types.map(({ id }) => id)
  const params = { eventId, optionGroupId: group?.id ?? '' }
  const first = { base: group, draft: groupForm.draftOf(group) }
  const edit = useDialogEdit(groupForm, first, {
    create: async (members) => {
      const made = await registration.createOptionGroup({ params: { eventId }, body: { ...members, order } })
      // A new group is added to the forms; if that fails, the list says so and offers it again.
      await offerGroup(eventId, typeIds, made.body.id).catch(() => undefined)
      onDone()
    },
    read: async () => (await registration.getOptionGroup({ params })).body as GroupAnswer,
    write: async (base, body) => {
      await registration.updateOptionGroup({ params, headers: matchOf(base), body })
      onDone()
    },
  })
  const { scope, field } = edit
  return (
    <RecordDialog title={text(group === undefined ? 'groupNew' : 'groupEdit')} edit={edit} onClose={onClose}>
      <PlainFields scope={scope} field={field} />
      <TypeChoice
        types={parts.types}
        chosen={scope.draft.registrationTypeIds}
        onChange={(ids) => scope.onChange({ registrationTypeIds: ids })}
      />
      <OptionList scope={scope} sessions={parts.sessions} />
    </RecordDialog>
  )
}

type PlainFieldsProps = { scope: Scope<GroupFields>; field: EventFields<GroupFields> }

function PlainFields({ scope: { draft }, field }: PlainFieldsProps) {
  return (
    <>
      {field('name', { help: text('groupNameHelp') })}
      {field('selection')}
      {field('required')}
      {draft.selection === 'multiple' && (
        <div class="pair">
          {field('minSelections')}
          {field('maxSelections', { help: text('emptyNoLimit') })}
        </div>
      )}
    </>
  )
}
