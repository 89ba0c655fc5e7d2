import { showToast } from '../../../ui/toast.tsx'
import { registration } from '../../base/services.ts'
import { type EventAnswer, matchOf } from '../base/event.ts'
import type { EventInHand } from '../base/event-frame.tsx'
import { useKeptDraft } from '../base/kept-draft.ts'
import { text } from '../base/texts.ts'
import { type Edit, useRecordEdit } from '../record/use-record-edit.ts'
import { type DetailsDraft, detailsForm } from './form.ts'

/** The details being edited; unsaved changes are restored when the user returns to the page. */
export function useDetails({ event, put }: EventInHand) {
  const kept = useKeptDraft<Edit<EventAnswer, DetailsDraft>>(`details ${event.id}`, () => editOf(event))
  const edit = kept.isDirty ? kept.draft : editOf(event)
  const params = { eventId: event.id }
  const change = (next: (known: typeof edit) => typeof edit) => kept.change(next(edit))
  const record = useRecordEdit(
    detailsForm,
    { edit, change },
    {
      async read() {
        const { body } = await registration.getEvent({ params, query: {} })
        if (body === undefined) throw new Error('an event that did not change was not asked for')
        return body
      },
      async write(base, body) {
        const saved = await registration.updateEvent({ params, headers: matchOf(base), body })
        put(saved.body)
        kept.settle(editOf(saved.body))
        showToast(text('saved'))
      },
    },
  )
  return { ...record, isDirty: kept.isDirty, drop: () => kept.settle(editOf(event)) }
}

export type DetailsEdit = ReturnType<typeof useDetails>

function editOf(event: EventAnswer): Edit<EventAnswer, DetailsDraft> {
  return { base: event, draft: detailsForm.draftOf(event) }
}
