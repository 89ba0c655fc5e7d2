import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useAsked } from '../../ui/ask.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Await } from '../../ui/lists/load.tsx'
import { EmptyState } from '../../ui/lists/states.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { formatNumber } from '../../ui/texts/fill.ts'
import { locale } from '../../ui/texts/i18n.ts'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import { may } from '../base/session.ts'
import { organisationId } from '../base/session-state.ts'
import { type ContactList, readLists } from './contact-api.ts'
import { ListDialog } from './list-dialog.tsx'
import { text } from './texts.ts'

export function ListsPage() {
  const { route } = useLocation()
  const { loaded } = useAsked(`contact-lists/${organisationId.value}`, readLists)
  const [isMaking, setMaking] = useState(false)
  return (
    <Page title={text('nav')} lead={text('lead')}>
      {may('contacts:write') && (
        <p>
          <Button look="primary" onClick={() => setMaking(true)}>
            {text('newList')}
          </Button>
        </p>
      )}
      <Await loaded={loaded}>{(lists) => <Lists lists={lists} />}</Await>
      {isMaking && (
        <ListDialog
          list={undefined}
          onSaved={({ id }) => route(pathTo(`/contacts/${id}`))}
          onClose={() => setMaking(false)}
        />
      )}
    </Page>
  )
}

function Lists({ lists }: { lists: readonly ContactList[] }) {
  if (lists.length === 0) return <EmptyState title={text('none')} lead={text('noneHelp')} />
  const rows = lists.map(({ id, name, description, type, contactCount }) => ({
    key: id,
    cells: [
      <a href={pathTo(`/contacts/${id}`)}>
        <bdi>{name}</bdi>
      </a>,
      formatNumber(contactCount, locale.value),
      type === 'suppression' ? <Badge tone="warn">{text('kindSuppression')}</Badge> : text('kindStandard'),
      <bdi class="clip-2">{description}</bdi>,
    ],
  }))
  const head = [text('listName'), text('contactCount'), text('kind'), text('description')]
  return <Table labelled label={text('title')} head={head} rows={rows} />
}
