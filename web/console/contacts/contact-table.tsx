import { useState } from 'preact/hooks'
import { useAsked } from '../../ui/ask.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { Await } from '../../ui/lists/load.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { EmptyState } from '../../ui/lists/states.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { registration } from '../base/services.ts'
import { may } from '../base/session.ts'
import { type Contact, type ContactFilter, nameOf, noFilter, searchContacts } from './contact-api.ts'
import { ContactDialog } from './contact-dialog.tsx'
import { FilterBar } from './filter-bar.tsx'
import { text } from './texts.ts'

type ContactTableProps = {
  listId: string
  count: number
  /** Changes when the contacts must be read again. */
  turn: number
  onChange: () => void
}

export function ContactTable({ listId, count, turn, onChange }: ContactTableProps) {
  const [filter, setFilter] = useState<ContactFilter>(noFilter)
  const [cursor, setCursor] = useState<string>()
  const { loaded } = useAsked(`contacts/${listId} ${JSON.stringify(filter)} ${cursor} ${turn}`, (signal) =>
    searchContacts(listId, { filter, cursor }, signal),
  )
  const change = (wanted: ContactFilter) => {
    setFilter(wanted)
    setCursor(undefined)
  }
  return (
    <>
      {count > 0 && <FilterBar filter={filter} onChange={change} />}
      <Await loaded={loaded}>
        {({ data, paging }) =>
          data.length === 0 ? (
            <Nobody isFiltered={count > 0} />
          ) : (
            <>
              <Rows listId={listId} contacts={data} onChange={onChange} />
              <Pager paging={paging} onTurn={setCursor} />
            </>
          )
        }
      </Await>
    </>
  )
}

function Nobody({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      title={text(isFiltered ? 'noMatch' : 'noContacts')}
      lead={text(isFiltered ? 'noMatchHelp' : 'noContactsHelp')}
    />
  )
}

type RowsProps = { listId: string; contacts: readonly Contact[]; onChange: () => void }
type Open = { contact: Contact; what: 'edit' | 'remove' }

function Rows({ listId, contacts, onChange }: RowsProps) {
  const [open, setOpen] = useState<Open>()
  const isAllowed = may('contacts:write')
  const close = () => setOpen(undefined)
  const done = (told: string) => {
    close()
    showToast(told)
    onChange()
  }
  const remove = async (contact: Contact) => {
    try {
      await registration.deleteContact({ params: { contactListId: listId, contactId: contact.id } })
    } catch (error) {
      // Somebody else may have removed it.
      onChange()
      throw error
    }
    done(text('deleted'))
  }
  return (
    <>
      <Table
        label={text('contactCount')}
        head={[
          text('name'),
          text('email'),
          text('company'),
          text('status'),
          ...(isAllowed ? [text('actions')] : []),
        ]}
        rows={contacts.map((contact) => ({
          key: contact.id,
          cells: cellsOf(contact, isAllowed ? setOpen : undefined),
        }))}
      />
      {open?.what === 'edit' && (
        <ContactDialog
          listId={listId}
          contact={open.contact}
          onClose={close}
          onSaved={() => done(text('saved'))}
        />
      )}
      {open?.what === 'remove' && (
        <ActionDialog
          title={text('removeTitle')}
          yes={text('remove')}
          act={() => remove(open.contact)}
          onClose={close}
        >
          <p>{text('removeText', { name: nameOf(open.contact) })}</p>
        </ActionDialog>
      )}
    </>
  )
}

const looks = {
  subscribed: { tone: 'good', name: 'statusSubscribed' },
  unsubscribed: { tone: 'warn', name: 'statusUnsubscribed' },
  bounced: { tone: 'bad', name: 'statusBounced' },
} as const

function cellsOf(contact: Contact, onOpen: ((open: Open) => void) | undefined) {
  const name = nameOf(contact)
  const { tone, name: status } = looks[contact.status]
  return [
    <bdi class="contact-text">{nameOf(contact)}</bdi>,
    <bdi class="contact-text">{contact.email}</bdi>,
    <bdi class="contact-text">{contact.company}</bdi>,
    <Badge tone={tone}>{text(status)}</Badge>,
    ...(onOpen === undefined
      ? []
      : [
          <span class="contact-actions">
            <Button
              size="small"
              label={text('editWho', { name })}
              onClick={() => onOpen({ contact, what: 'edit' })}
            >
              {text('edit')}
            </Button>
            <Button
              size="small"
              look="quiet"
              label={text('removeWho', { name })}
              onClick={() => onOpen({ contact, what: 'remove' })}
            >
              {text('remove')}
            </Button>
          </span>,
        ]),
  ]
}
