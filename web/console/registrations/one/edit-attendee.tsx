import { useState } from 'preact/hooks'
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx'
import { registration } from '../../base/services.ts'
import { matchOf } from '../../events/base/event.ts'
import { useSaving } from '../../events/base/saving.ts'
import { formFailure } from '../base/failure.ts'
import type { Attendee } from '../base/setting.ts'
import { text } from '../base/texts.ts'
import { personBody, personOf } from './draft.ts'
import { PersonFields } from './registration-fields.tsx'

type EditAttendeeProps = { attendee: Attendee; onDone: () => void; onClose: () => void }

export function EditAttendee({ attendee, onDone, onClose }: EditAttendeeProps) {
  const known = personOf(attendee)
  const [person, setPerson] = useState(known)
  const saving = useSaving()
  const { problem } = saving
  const save = () =>
    saving.run(async () => {
      const body = personBody(person, known)
      if (Object.keys(body).length === 0) return onDone()
      const params = { eventId: attendee.eventId, attendeeId: attendee.id }
      await registration.updateEventAttendee({ params, headers: matchOf(attendee), body })
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
