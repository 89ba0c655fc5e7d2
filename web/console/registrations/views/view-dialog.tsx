import { useState } from 'preact/hooks'
import { useAction } from '../../../ui/action.ts'
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx'
import { CheckInput, TextInput } from '../../../ui/inputs/inputs.tsx'
import { consoleEvents, type Listed } from '../../base/services.ts'
import { failureText } from '../base/failure.ts'
import { text } from '../base/texts.ts'
import type { Definition } from './definition.ts'

export type SavedView = Listed<typeof consoleEvents.listViews>

type ViewDialogProps = {
  eventId: string
  definition: Definition
  /** The view to change; undefined to create one. */
  view?: SavedView
  onSaved: (view: SavedView) => void
  onClose: () => void
}

export function ViewDialog({ eventId, definition, view, onSaved, onClose }: ViewDialogProps) {
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const saving = useAction(failureText)
  const save = () =>
    saving.run(async () => {
      const { filter, q } = definition
      const stored = {
        ...(filter === undefined ? {} : { filter }),
        ...(q === undefined ? {} : { q }),
        sort: definition.sort.map((sort) => ({ ...sort })),
        columns: [...definition.columns],
      }
      const body = { name: name.trim(), shared, definition: stored }
      const answer =
        view === undefined
          ? await consoleEvents.saveView({ params: { eventId }, body })
          : await consoleEvents.updateView({ params: { eventId, viewId: view.id }, body })
      onSaved(answer.body)
    })
  return (
    <DialogForm
      title={text(view === undefined ? 'viewSaveTitle' : 'viewChange')}
      disabled={saving.isBusy || name.trim() === ''}
      failure={saving.failure}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput label={text('viewName')} value={name} onChange={setName} maxLength={100} required />
      <CheckInput
        label={text('viewShare')}
        help={text('viewShareHelp')}
        value={shared}
        onChange={setShared}
      />
    </DialogForm>
  )
}
