import { useState } from 'preact/hooks'
import { CheckInput, NumberInput, SelectInput, TextInput } from '../../../ui/inputs/inputs.tsx'
import { registration } from '../../base/services.ts'
import { matchOf } from '../base/event.ts'
import type { GroupAnswer } from '../base/event-parts.ts'
import type { Saving } from '../base/saving.ts'
import { text } from '../base/texts.ts'
import { MergedDialog } from '../details/merged-dialog.tsx'
import { useMergedSave } from '../details/merged-save.ts'
import { offerGroup } from '../form/offer.ts'
import { TypeChoice } from '../types/type-choice.tsx'
import { changedMembers, draftOf, emptyGroup, type GroupDraft, membersOf } from './draft.ts'
import { OptionList } from './option-list.tsx'
import type { Parts } from './parts.ts'

type GroupDialogProps = {
  eventId: string
  parts: Parts
  /** Without one it is a new group, at this place. */
  group?: GroupAnswer | undefined
  order: number
  onDone: () => void
  onClose: () => void
}

export function GroupDialog({ eventId, parts, group, order, onDone, onClose }: GroupDialogProps) {
  const [draft, setDraft] = useState<GroupDraft>(() => (group === undefined ? emptyGroup() : draftOf(group)))
  const typeIds = parts.types.map(({ id }) => id)
  const params = { eventId, optionGroupId: group?.id ?? '' }
  const merged = useMergedSave<GroupAnswer>({
    membersOf,
    read: async () => (await registration.getOptionGroup({ params })).body as GroupAnswer,
    write: async (base, patch) => {
      await registration.updateOptionGroup({ params, headers: matchOf(base), body: patch })
      onDone()
    },
  })
  const { saving, save } = merged
  const create = () =>
    saving.run(async () => {
      const body = { ...changedMembers(draft), order }
      const made = await registration.createOptionGroup({ params: { eventId }, body })
      // What is made is shown to attendees; where that fails, the list says so and offers it again.
      await offerGroup(eventId, typeIds, made.body.id).catch(() => undefined)
      onDone()
    })
  const submit = () => {
    if (group === undefined) create()
    else save(group, changedMembers(draft))
  }
  const change = (members: Partial<GroupDraft>) => setDraft((known) => ({ ...known, ...members }))
  return (
    <MergedDialog
      title={text(group === undefined ? 'groupNew' : 'groupEdit')}
      merged={merged}
      onSubmit={submit}
      onClose={onClose}
    >
      <GroupFields draft={draft} parts={parts} saving={saving} onChange={change} />
      <OptionList
        options={draft.options}
        sessions={parts.sessions}
        saving={saving}
        onChange={(options) => change({ options })}
      />
    </MergedDialog>
  )
}

type GroupFieldsProps = {
  draft: GroupDraft
  parts: Parts
  saving: Saving
  onChange: (members: Partial<GroupDraft>) => void
}

function GroupFields({ draft, parts, saving, onChange }: GroupFieldsProps) {
  return (
    <>
      <TextInput
        label={text('groupName')}
        help={text('groupNameHelp')}
        value={draft.name}
        maxLength={200}
        required
        error={saving.errorAt('/name')}
        onChange={(name) => onChange({ name })}
      />
      <SelectInput
        label={text('selection')}
        value={draft.selection}
        onChange={(selection) => onChange({ selection })}
        choices={[
          { value: 'single', label: text('selectionSingle') },
          { value: 'multiple', label: text('selectionMultiple') },
        ]}
      />
      <CheckInput
        label={text('groupRequired')}
        value={draft.required}
        onChange={(required) => onChange({ required })}
      />
      {draft.selection === 'multiple' && (
        <div class="pair">
          <NumberInput
            label={text('minSelections')}
            value={draft.minSelections}
            error={saving.errorAt('/minSelections')}
            onChange={(minSelections) => onChange({ minSelections })}
          />
          <NumberInput
            label={text('maxSelections')}
            help={text('emptyNoLimit')}
            value={draft.maxSelections}
            error={saving.errorAt('/maxSelections')}
            onChange={(maxSelections) => onChange({ maxSelections })}
          />
        </div>
      )}
      <TypeChoice
        types={parts.types}
        chosen={draft.registrationTypeIds}
        onChange={(registrationTypeIds) => onChange({ registrationTypeIds })}
      />
    </>
  )
}
