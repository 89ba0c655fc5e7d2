import { useId, useState } from 'preact/hooks'
import { type Asked, useAsked } from '../../../ui/ask.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ActionDialog } from '../../../ui/dialogs/action-dialog.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DialogClose } from '../../../ui/dialogs/dialog-actions.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { consoleEvents } from '../../base/services.ts'
import { may } from '../../base/session.ts'
import { failureText } from '../base/failure.ts'
import { text } from '../base/texts.ts'
import { type Definition, readDefinition, usual } from './definition.ts'
import { type SavedView, ViewDialog } from './view-dialog.tsx'

type Views = Asked<readonly SavedView[]>

export function useViews(eventId: string): Views {
  return useAsked(`views ${eventId}`, async (signal) => {
    const { body } = await consoleEvents.listViews({ params: { eventId }, signal })
    return body.data
  })
}

type ViewMenuProps = {
  eventId: string
  views: Views
  definition: Definition
  onChoose: (definition: Definition) => void
}

/** The saved views, and an action to save the current table as a new one. */
export function ViewMenu({ eventId, views, definition, onChoose }: ViewMenuProps) {
  const id = useId()
  const [open, setOpen] = useState<'save' | 'manage'>()
  const saved = views.loaded.status === 'done' ? views.loaded.value : []
  const now = JSON.stringify(definition)
  const current = saved.find((view) => JSON.stringify(readDefinition(view.definition)) === now)
  const chosen = current?.id ?? (now === JSON.stringify(usual) ? 'usual' : '')
  const choose = (id: string) => {
    const view = saved.find((one) => one.id === id)
    onChoose(view === undefined ? usual : readDefinition(view.definition))
  }
  return (
    <div class="view-menu">
      <div class="view-choice">
        <label for={id}>{text('view')}</label>
        <select class="input" id={id} value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
          {chosen === '' && <option value="">{text('viewOwn')}</option>}
          <option value="usual">{text('viewUsual')}</option>
          {saved.map(({ id: viewId, name, shared }) => (
            <option key={viewId} value={viewId}>
              {shared ? text('viewSharedName', { name }) : name}
            </option>
          ))}
        </select>
      </div>
      {may('registrations:write') && <Button onClick={() => setOpen('save')}>{text('viewSave')}</Button>}
      {saved.length > 0 && (
        <Button look="quiet" onClick={() => setOpen('manage')}>
          {text('viewManage')}
        </Button>
      )}
      {open === 'save' && (
        <ViewDialog
          eventId={eventId}
          definition={definition}
          onClose={() => setOpen(undefined)}
          onSaved={(view) => {
            views.put([...saved.filter(({ id }) => id !== view.id), view])
            setOpen(undefined)
            showToast(text('viewSaved', { name: view.name }))
          }}
        />
      )}
      {open === 'manage' && (
        <ManageViews eventId={eventId} saved={saved} views={views} onClose={() => setOpen(undefined)} />
      )}
    </div>
  )
}

type ManageProps = { eventId: string; saved: readonly SavedView[]; views: Views; onClose: () => void }

function ManageViews({ eventId, saved, views, onClose }: ManageProps) {
  const [renamed, setRenamed] = useState<SavedView>()
  const [forgotten, setForgotten] = useState<SavedView>()
  if (renamed !== undefined)
    return (
      <ViewDialog
        eventId={eventId}
        view={renamed}
        definition={readDefinition(renamed.definition)}
        onClose={() => setRenamed(undefined)}
        onSaved={(view) => {
          views.put(saved.map((one) => (one.id === view.id ? view : one)))
          setRenamed(undefined)
        }}
      />
    )
  if (forgotten !== undefined)
    return (
      <ActionDialog
        title={text('viewForgetTitle', { name: forgotten.name })}
        yes={text('viewForget')}
        act={async () => {
          await consoleEvents.deleteView({ params: { eventId, viewId: forgotten.id } })
          views.put(saved.filter(({ id }) => id !== forgotten.id))
        }}
        tell={failureText}
        onClose={() => setForgotten(undefined)}
      >
        <p>{text(forgotten.shared ? 'viewForgetShared' : 'viewForgetOwn')}</p>
      </ActionDialog>
    )
  return (
    <Dialog title={text('viewManage')} onClose={onClose}>
      <ul class="view-list">
        {saved.map((view) => (
          <li key={view.id}>
            <span>
              <bdi>{view.name}</bdi> {view.shared && <Badge tone="info">{text('viewShared')}</Badge>}
            </span>
            {view.own && may('registrations:write') ? (
              <span class="view-actions">
                <Button size="small" onClick={() => setRenamed(view)}>
                  {text('viewChange')}
                </Button>
                <Button
                  size="small"
                  look="quiet"
                  label={text('viewForgetTitle', { name: view.name })}
                  onClick={() => setForgotten(view)}
                >
                  {text('viewForget')}
                </Button>
              </span>
            ) : (
              <span class="help">{text('viewOfOthers')}</span>
            )}
          </li>
        ))}
      </ul>
      <DialogClose onClose={onClose} />
    </Dialog>
  )
}
