import { useState } from 'preact/hooks'
import { useAction } from '../../../ui/action.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { uiText } from '../../../ui/texts.ts'
import { CheckInput, TextInput } from '../../events/inputs.tsx'
import { consoleEvents } from '../../services.ts'
import { failureText } from '../failure.ts'
import { text } from '../texts.ts'
import type { Definition } from './definition.ts'

export type SavedView = Awaited<ReturnType<typeof consoleEvents.listViews>>['body']['data'][number]

type ViewDialogProps = {
  eventId: string
  definition: Definition
  /** The one that is changed; without it a new one is made. */
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
    <Dialog title={text(view === undefined ? 'viewSaveTitle' : 'viewChange')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <TextInput label={text('viewName')} value={name} onChange={setName} maxLength={100} required />
        <CheckInput
          label={text('viewShare')}
          help={text('viewShareHelp')}
          value={shared}
          onChange={setShared}
        />
        {saving.failure !== undefined && (
          <p class="notice bad" role="alert">
            {saving.failure}
          </p>
        )}
        <div class="dialog-actions">
          <Button look="quiet" onClick={onClose}>
            {uiText('cancel')}
          </Button>
          <Button look="primary" type="submit" disabled={saving.isBusy || name.trim() === ''}>
            {text('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
