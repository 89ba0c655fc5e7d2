import { useState } from 'preact/hooks'
import { problemOf } from '../../../ui/problems/problem.ts'
import { showToast } from '../../../ui/toast.tsx'
import { registration } from '../../base/services.ts'
import { type EventAnswer, matchOf } from '../base/event.ts'
import { useSaving } from '../base/saving.ts'
import { text } from '../base/texts.ts'
import { draftOf, type FormAnswer, inputOf } from './draft.ts'
import { readForm } from './form-parts.ts'
import { useBuilder } from './use-builder.ts'

type FormEditOptions = {
  event: EventAnswer
  typeId: string
  form: FormAnswer
  onSaved: (form: FormAnswer) => void
}

/** Edits a form; if somebody else saved it in the meantime, `theirs` is their form. */
export function useFormEdit({ event, typeId, form, onSaved }: FormEditOptions) {
  const builder = useBuilder(`form ${event.id} ${typeId}`, () => editOf(form))
  const saving = useSaving()
  const [theirs, setTheirs] = useState<FormAnswer>()
  const settle = (answer: FormAnswer) => {
    builder.settle(editOf(answer))
    setTheirs(undefined)
    saving.clear()
    onSaved(answer)
  }
  const save = (version: number) =>
    saving.run(async () => {
      const params = { eventId: event.id }
      const body = inputOf(builder.draft, typeId === '' ? null : typeId)
      try {
        const saved = await registration.saveRegistrationForm({ params, headers: matchOf({ version }), body })
        settle(saved.body)
        showToast(text('formSaved', { version: String(saved.body.version) }))
      } catch (error) {
        if (problemOf(error).code === 'version-changed') setTheirs(await readForm(event.id, typeId))
        throw error
      }
    })
  return { builder, saving, theirs, save, settle }
}

function editOf(form: FormAnswer) {
  return { draft: draftOf(form), version: form.version }
}
