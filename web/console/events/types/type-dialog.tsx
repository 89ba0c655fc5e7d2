import { useState } from 'preact/hooks'
import { AreaInput, CheckInput, NumberInput, TextInput } from '../../../ui/inputs/inputs.tsx'
import { registration } from '../../base/services.ts'
import { type EventAnswer, matchOf } from '../base/event.ts'
import type { TypeAnswer } from '../base/event-parts.ts'
import { MomentInput } from '../base/moment-input.tsx'
import type { Saving } from '../base/saving.ts'
import { text } from '../base/texts.ts'
import { MergedDialog } from '../details/merged-dialog.tsx'
import { useMergedSave } from '../details/merged-save.ts'
import { changedMembers, draftOf, emptyType, type TypeDraft } from './draft.ts'

type TypeDialogProps = {
  event: EventAnswer
  /** Without one it is a new type, at this place. */
  type?: TypeAnswer | undefined
  order: number
  onDone: () => void
  onClose: () => void
}

export function TypeDialog({ event, type, order, onDone, onClose }: TypeDialogProps) {
  const { id: eventId, timezone } = event
  const [draft, setDraft] = useState<TypeDraft>(() =>
    type === undefined ? emptyType : draftOf(type, timezone),
  )
  const params = { eventId, registrationTypeId: type?.id ?? '' }
  const merged = useMergedSave<TypeAnswer>({
    membersOf: (known) => changedMembers(draftOf(known, timezone), timezone, known),
    read: async () => (await registration.getRegistrationType({ params })).body as TypeAnswer,
    write: async (base, patch) => {
      await registration.updateRegistrationType({ params, headers: matchOf(base), body: patch })
      onDone()
    },
  })
  const { saving, save } = merged
  const create = () =>
    saving.run(async () => {
      const body = { ...changedMembers(draft, timezone), order }
      await registration.createRegistrationType({ params: { eventId }, body })
      onDone()
    })
  const submit = () => {
    if (type === undefined) create()
    else save(type, changedMembers(draft, timezone, type))
  }
  return (
    <MergedDialog
      title={text(type === undefined ? 'typeNew' : 'typeEdit')}
      merged={merged}
      onSubmit={submit}
      onClose={onClose}
    >
      <TypeFields
        draft={draft}
        zone={timezone}
        saving={saving}
        onChange={(members) => setDraft({ ...draft, ...members })}
      />
    </MergedDialog>
  )
}

type TypeFieldsProps = {
  draft: TypeDraft
  zone: string
  saving: Saving
  onChange: (members: Partial<TypeDraft>) => void
}

function TypeFields({ draft, zone, saving, onChange }: TypeFieldsProps) {
  return (
    <>
      <TextInput
        label={text('name')}
        value={draft.name}
        maxLength={200}
        required
        error={saving.errorAt('/name')}
        onChange={(name) => onChange({ name })}
      />
      <AreaInput
        label={text('description')}
        value={draft.description}
        maxLength={4_000}
        error={saving.errorAt('/description')}
        onChange={(description) => onChange({ description })}
      />
      <div class="pair">
        <NumberInput
          label={text('capacity')}
          help={text('typeCapacityHelp')}
          value={draft.capacity}
          error={saving.errorAt('/capacity')}
          onChange={(capacity) => onChange({ capacity })}
        />
        <TextInput
          label={text('shortCode')}
          help={text('shortCodeHelp')}
          value={draft.code}
          maxLength={60}
          error={saving.errorAt('/code')}
          onChange={(code) => onChange({ code })}
        />
      </div>
      <div class="pair">
        <MomentInput
          label={text('registrationOpens')}
          zone={zone}
          value={draft.opensAt}
          error={saving.errorAt('/opensAt')}
          onChange={(opensAt) => onChange({ opensAt })}
        />
        <MomentInput
          label={text('registrationCloses')}
          zone={zone}
          value={draft.closesAt}
          error={saving.errorAt('/closesAt')}
          onChange={(closesAt) => onChange({ closesAt })}
        />
      </div>
      <CheckInput
        label={text('approvalRequired')}
        help={text('approvalHelp')}
        value={draft.approvalRequired}
        onChange={(approvalRequired) => onChange({ approvalRequired })}
      />
      <CheckInput
        label={text('virtualType')}
        value={draft.virtual}
        onChange={(virtual) => onChange({ virtual })}
      />
    </>
  )
}
