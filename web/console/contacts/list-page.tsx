import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useAction } from '../../ui/action.ts'
import { useAsked } from '../../ui/ask.ts'
import { Button } from '../../ui/button.tsx'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { Await } from '../../ui/lists/load.tsx'
import { problemText } from '../../ui/problems/problem-text.ts'
import { showToast } from '../../ui/toast.tsx'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import { registration } from '../base/services.ts'
import { may } from '../base/session.ts'
import { type ContactList, readList } from './contact-api.ts'
import { ContactDialog } from './contact-dialog.tsx'
import { ContactTable } from './contact-table.tsx'
import { ListDialog } from './list-dialog.tsx'
import { saveContacts } from './save-file.ts'
import { text } from './texts.ts'

export function ListPage({ listId }: { listId: string }) {
  const { loaded, reload, put } = useAsked(`contact-list/${listId}`, (signal) => readList(listId, signal))
  return (
    <Await loaded={loaded}>
      {(list) => <ListView key={list.id} list={list} onChange={put} onCount={reload} />}
    </Await>
  )
}

type ListViewProps = { list: ContactList; onChange: (list: ContactList) => void; onCount: () => void }

function ListView({ list, onChange, onCount }: ListViewProps) {
  const [open, setOpen] = useState<'edit' | 'delete' | 'add'>()
  const [turn, setTurn] = useState(0)
  const changed = () => {
    setTurn(turn + 1)
    onCount()
  }
  return (
    <Page title={list.name} lead={<bdi>{list.description}</bdi>}>
      <p>
        <a href={pathTo('/contacts')}>{text('allLists')}</a>
      </p>
      {list.type === 'suppression' && <p class="notice warn">{text('suppressionNote')}</p>}
      <ListActions list={list} onOpen={setOpen} />
      <ContactTable listId={list.id} count={list.contactCount} turn={turn} onChange={changed} />
      {open === 'edit' && (
        <ListDialog
          list={list}
          onClose={() => setOpen(undefined)}
          onSaved={(saved) => {
            setOpen(undefined)
            onChange(saved)
            showToast(text('saved'))
          }}
        />
      )}
      {open === 'add' && (
        <ContactDialog
          listId={list.id}
          contact={undefined}
          onClose={() => setOpen(undefined)}
          onSaved={() => {
            setOpen(undefined)
            changed()
            showToast(text('saved'))
          }}
        />
      )}
      {open === 'delete' && <DeleteList list={list} onClose={() => setOpen(undefined)} />}
    </Page>
  )
}

type ListActionsProps = { list: ContactList; onOpen: (what: 'edit' | 'delete' | 'add') => void }

function ListActions({ list, onOpen }: ListActionsProps) {
  const action = useAction(problemText)
  const save = () =>
    action.run(async () => {
      await saveContacts(list.id, list.name)
      showToast(text('exported'))
    })
  return (
    <>
      <div class="contact-actions">
        {may('contacts:write') && (
          <>
            <Button look="primary" onClick={() => onOpen('add')}>
              {text('addContact')}
            </Button>
            <a class="button" href={pathTo(`/contacts/${list.id}/import`)}>
              {text('importFile')}
            </a>
          </>
        )}
        <Button disabled={action.isBusy} onClick={save}>
          {text('exportFile')}
        </Button>
        {may('contacts:write') && (
          <>
            <Button look="quiet" onClick={() => onOpen('edit')}>
              {text('editList')}
            </Button>
            <Button look="quiet" onClick={() => onOpen('delete')}>
              {text('deleteList')}
            </Button>
          </>
        )}
      </div>
      <div role="status">{action.isBusy && <p>{text('exporting')}</p>}</div>
      <div role="alert">{action.failure !== undefined && <p class="notice bad">{action.failure}</p>}</div>
    </>
  )
}

function DeleteList({ list, onClose }: { list: ContactList; onClose: () => void }) {
  const { route } = useLocation()
  const remove = async () => {
    await registration.deleteContactList({ params: { contactListId: list.id } })
    showToast(text('deleted'))
    route(pathTo('/contacts'))
  }
  return (
    <ActionDialog title={text('deleteListTitle')} yes={text('deleteYes')} act={remove} onClose={onClose}>
      <p>{text('deleteListText', { count: list.contactCount })}</p>
    </ActionDialog>
  )
}
