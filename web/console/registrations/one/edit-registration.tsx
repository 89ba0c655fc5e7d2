import { useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { CancelButton } from '../../../ui/dialogs/cancel-button.tsx'
import { FailureNotice } from '../../../ui/dialogs/failure-notice.tsx'
import { Form } from '../../../ui/inputs/form.tsx'
import { problemOf } from '../../../ui/problems/problem.ts'
import { uiText } from '../../../ui/texts.ts'
import { showToast } from '../../../ui/toast.tsx'
import { consoleEvents, registration as service } from '../../base/services.ts'
import { matchOf } from '../../events/base/event.ts'
import { hasKeptDraft, useKeptDraft } from '../../events/base/kept-draft.ts'
import { useSaving } from '../../events/base/saving.ts'
import { formFailure } from '../base/failure.ts'
import type { Registration, Setting } from '../base/setting.ts'
import { text } from '../base/texts.ts'
import { draftOf, patchOf } from './draft.ts'
import type { Record } from './record.ts'
import { RegistrationFields } from './registration-fields.tsx'

const keyOf = ({ eventId, id }: Registration) => `registrations ${eventId} ${id}`

/** Whether someone left the page in the middle of editing this registration. */
export function isBeingEdited(registration: Registration): boolean {
  return hasKeptDraft(keyOf(registration))
}

type EditProps = { record: Record; setting: Setting; zone: string; onDone: () => void; onClose: () => void }

/** Edits a registration. Input stays, whatever the server answers; if somebody else saved first, both are shown. */
export function EditRegistration({ record, setting, zone, onDone, onClose }: EditProps) {
  const { sections } = record.form
  const parts = { ...setting, sections, zone }
  const editOf = (known: Registration) => ({ known, draft: draftOf(known, parts) })
  const kept = useKeptDraft(keyOf(record.registration), () => editOf(record.registration))
  const { known, draft } = kept.draft
  const [isOvertaken, setOvertaken] = useState(false)
  const saving = useSaving()
  const { problem } = saving
  const leave = () => {
    kept.settle(editOf(record.registration))
    onClose()
  }
  const save = () =>
    saving.run(async () => {
      const body = patchOf(draft, known, parts)
      if (body === undefined) return leave()
      const params = { eventId: known.eventId, registrationId: known.id }
      try {
        await service.updateRegistration({ params, headers: matchOf(known), body })
        kept.settle(editOf(record.registration))
        showToast(text('saved'))
        onDone()
      } catch (error) {
        if (problemOf(error).code !== 'version-changed') throw error
        const { body: newer } = await consoleEvents.getRegistrationRecord({ params })
        kept.change({ known: newer.registration, draft })
        setOvertaken(true)
      }
    })
  return (
    <Form class="registration-form" noValidate onSubmit={save}>
      {isOvertaken && (
        <div class="notice warn" role="alert">
          <p>{text('overtaken')}</p>
          <Button
            size="small"
            onClick={() => {
              kept.change(editOf(known))
              setOvertaken(false)
            }}
          >
            {text('takeTheirs')}
          </Button>
        </div>
      )}
      <RegistrationFields
        {...{ draft, setting, sections, zone, problem }}
        onChange={(next) => kept.change({ known, draft: next })}
      />
      <FailureNotice failure={formFailure(problem)} />
      <div class="form-actions">
        <Button look="primary" type="submit" disabled={saving.isBusy}>
          {isOvertaken ? text('saveMine') : uiText('save')}
        </Button>
        <CancelButton isDirty={kept.isDirty} onCancel={leave} />
      </div>
    </Form>
  )
}
