import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useAsked } from '../../../ui/ask.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { SelectInput, TextInput } from '../../../ui/inputs/inputs.tsx'
import { Await } from '../../../ui/lists/load.tsx'
import { Pager } from '../../../ui/lists/pager.tsx'
import { EmptyState } from '../../../ui/lists/states.tsx'
import { Table } from '../../../ui/lists/table.tsx'
import { formatRange } from '../../../ui/time/dates.ts'
import { Page } from '../../base/page.tsx'
import { pathTo } from '../../base/place.ts'
import { registration } from '../../base/services.ts'
import { may } from '../../base/session.ts'
import type { EventAnswer } from '../base/event.ts'
import { statuses, statusTexts, statusTones } from '../base/status.ts'
import { text } from '../base/texts.ts'
import { ImportDialog } from './import-dialog.tsx'
import { useSettled } from './use-settled.ts'

type Wanted = { q: string; status: EventAnswer['status'] | '' }
const PAGE_SIZE = 25

export function EventsPage() {
  const [wanted, setWanted] = useState<Wanted>({ q: '', status: '' })
  const [cursor, setCursor] = useState('')
  const [isImporting, setImporting] = useState(false)
  const settled = useSettled(wanted)
  const key = JSON.stringify([settled, cursor])
  const { loaded } = useAsked(key, (signal) => searchEvents(settled, cursor, signal))
  const change = (members: Partial<Wanted>) => {
    setCursor('')
    setWanted({ ...wanted, ...members })
  }
  return (
    <Page title={text('events')}>
      <div class="toolbar">
        <TextInput label={text('search')} type="search" value={wanted.q} onChange={(q) => change({ q })} />
        <SelectInput
          label={text('status')}
          value={wanted.status}
          onChange={(status) => change({ status })}
          choices={[
            { value: '', label: text('statusAny') },
            ...statuses.map((value) => ({ value, label: text(statusTexts[value]) })),
          ]}
        />
        {may('events:write') && <Makers onImport={() => setImporting(true)} />}
      </div>
      <Await loaded={loaded}>
        {({ data, paging }) => (
          <>
            {data.length === 0 ? <NoEvents isFiltered={isFiltered(settled)} /> : <EventTable events={data} />}
            <Pager paging={paging} onTurn={setCursor} />
          </>
        )}
      </Await>
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </Page>
  )
}

function isFiltered({ q, status }: Wanted): boolean {
  return q.trim() !== '' || status !== ''
}

function Makers({ onImport }: { onImport: () => void }) {
  const { route } = useLocation()
  return (
    <div class="toolbar-end">
      <Button onClick={onImport}>{text('import')}</Button>
      <Button look="primary" onClick={() => route(pathTo('/events/new'))}>
        {text('newEvent')}
      </Button>
    </div>
  )
}

async function searchEvents({ q, status }: Wanted, cursor: string, signal: AbortSignal) {
  const { body } = await registration.searchEvents({
    body: {
      ...(q.trim() === '' ? {} : { q: q.trim() }),
      ...(status === '' ? {} : { filter: { field: 'status', op: 'eq', value: status } }),
      ...(cursor === '' ? {} : { cursor }),
      sort: [{ field: 'start', direction: 'desc' }],
      pageSize: PAGE_SIZE,
    },
    signal,
  })
  // The request asks for all members and no deleted events.
  return { ...body, data: body.data as unknown as EventAnswer[] }
}

function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  const { route } = useLocation()
  if (isFiltered) return <EmptyState title={text('noneFound')}>{text('noneFoundHint')}</EmptyState>
  return (
    <EmptyState title={text('noEvents')} lead={text('noEventsHint')}>
      {may('events:write') && (
        <Button look="primary" onClick={() => route(pathTo('/events/new'))}>
          {text('newEvent')}
        </Button>
      )}
    </EmptyState>
  )
}

function EventTable({ events }: { events: readonly EventAnswer[] }) {
  const head = [text('title'), text('when'), text('status'), text('places')]
  return (
    <Table
      label={text('events')}
      head={head}
      rows={events.map((event) => ({
        key: event.id,
        cells: [
          <EventName event={event} />,
          formatRange(event.start, event.end, event.timezone),
          <Badge tone={statusTones[event.status]}>{text(statusTexts[event.status])}</Badge>,
          <PlacesCell event={event} />,
        ],
      }))}
    />
  )
}

function EventName({ event }: { event: EventAnswer }) {
  return (
    <>
      <a class="clip-2" href={pathTo(`/events/${event.id}`)}>
        <bdi>{event.title}</bdi>
      </a>
      <small class="soft">
        {event.code}
        {event.testMode && ` · ${text('testMode')}`}
      </small>
    </>
  )
}

function PlacesCell({ event: { registeredCount, capacity, waitlistedCount } }: { event: EventAnswer }) {
  return (
    <>
      {capacity === null ? registeredCount : `${registeredCount} / ${capacity}`}
      {waitlistedCount > 0 && (
        <small class="soft"> {text('placesWaiting', { count: waitlistedCount })}</small>
      )}
    </>
  )
}
