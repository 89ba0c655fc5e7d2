import { typeFields } from '../../../../src/client/records.ts'
import { omitFields } from '../../../ui/record-form/draft.ts'
import { registration } from '../../base/services.ts'
import { type EventAnswer, matchOf } from '../base/event.ts'
import type { TypeAnswer } from '../base/event-parts.ts'
import { text } from '../base/texts.ts'
import type { EventFields, EventLabels } from '../record/fields.ts'
import { plainForm } from '../record/form.ts'
import { RecordDialog } from '../record/record-dialog.tsx'
import { useDialogEdit } from '../record/use-record-edit.ts'

const fields = omitFields(typeFields, 'order')
const labels: EventLabels<typeof fields> = {
  code: 'shortCode',
  opensAt: 'registrationOpens',
  closesAt: 'registrationCloses',
  virtual: 'virtualType',
}

type TypeDialogProps = {
  event: EventAnswer
  /** Undefined for a new type, which is added at this position. */
  type?: TypeAnswer | undefined
  order: number
  onDone: () => void
  onClose: () => void
}

export function TypeDialog({ event, type, order, onDone, onClose }: TypeDialogProps) {
  const { id: eventId, timezone } = event
  const params = { eventId, registrationTypeId: type?.id ?? '' }
  const form = plainForm<typeof fields, TypeAnswer>(fields, labels, timezone)
  const first = { base: type, draft: form.draftOf(type) }
  const edit = useDialogEdit(form, first, {
    create: async (members) => {
      await registration.createRegistrationType({ params: { eventId }, body: { ...members, order } })
      onDone()
    },
    read: async () => (await registration.getRegistrationType({ params })).body as TypeAnswer,
    write: async (base, body) => {
      await registration.updateRegistrationType({ params, headers: matchOf(base), body })
      onDone()
    },
  })
  return (
    <RecordDialog title={text(type === undefined ? 'typeNew' : 'typeEdit')} edit={edit} onClose={onClose}>
      <TypeFields field={edit.field} />
    </RecordDialog>
  )
}

function TypeFields({ field }: { field: EventFields<typeof fields> }) {
  return (
    <>
      {field('name')}
      {field('description')}
      <div class="pair">
        {field('capacity', { help: text('typeCapacityHelp') })}
        {field('code', { help: text('shortCodeHelp') })}
      </div>
      <div class="pair">
        {field('opensAt')}
        {field('closesAt')}
      </div>
      {field('approvalRequired', { help: text('approvalHelp') })}
      {field('virtual')}
    </>
  )
}
