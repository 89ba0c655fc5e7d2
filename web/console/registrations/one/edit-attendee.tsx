import { useState } from 'preact/hooks'
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx'
import { registration } from '../../base/services.ts'
import { useSaving } from '../../events/base/saving.ts'
import { formFailure } from '../base/failure.ts'
import type { Attendee } from '../base/setting.ts'
import { text } from '../base/texts.ts'
import { members, personOf } from './draft.ts'
import { tagOf } from './record.ts'
import { PersonFields } from './registration-fields.tsx'

type EditAttendeeProps = { attendee: Attendee; onDone: () => void; onClose: () => void }

export function EditAttendee({ attendee, onDone, onClose }: EditAttendeeProps) {
  const known = personOf(attendee)
  const [person, setPerson] = useState(known)
  const saving = useSaving()
  const { problem } = saving
  const save = () =>
    saving.run(async () => {
      const changed = members.filter((member) => person[member].trim() !== known[member].trim())
      if (changed.length === 0) return onDone()
      const body = Object.fromEntries(
        changed.map((member) => [member, person[member].trim() === '' ? null : person[member].trim()]),
      )
      const params = { eventId: attendee.eventId, attendeeId: attendee.id }
      await registration.updateEventAttendee({ params, headers: tagOf(attendee), body })
      onDone()
    })
  return (
    <DialogForm
      title={text('editAttendee')}
      noValidate
      disabled={saving.isBusy}
      failure={formFailure(problem)}
      onSubmit={save}
      onClose={onClose}
    >
      <PersonFields person={person} onChange={setPerson} at="" problem={problem} />
    </DialogForm>
  )
}
