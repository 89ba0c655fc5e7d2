import { useMemo, useState } from 'preact/hooks'
import { defined } from '../../ui/defined.ts'
import { Await } from '../../ui/lists/load.tsx'
import { pathTo } from '../base/place.ts'
import { may } from '../base/session.ts'
import type { EventInHand } from '../events/base/event-frame.tsx'
import { EventFrame } from '../events/base/event-frame.tsx'
import { useStatusCounts } from '../events/base/status-counts.ts'
import type { Task } from '../tasks/follow-task.ts'
import { everything, isEmpty, nothing, type Selection } from './base/selection.ts'
import { type Setting, useSetting } from './base/setting.ts'
import { statuses } from './base/status.ts'
import { text } from './base/texts.ts'
import { withStatus } from './filter/by-status.ts'
import type { Filter } from './filter/draft.ts'
import { fieldsOf } from './filter/fields.ts'
import { FilterPanel } from './filter/filter-panel.tsx'
import { StatusChips } from './filter/status-chips.tsx'
import { columnsOf } from './table/columns.ts'
import { RegistrationTable } from './table/registration-table.tsx'
import { TableNotices } from './table/table-notices.tsx'
import { Toolbar } from './table/toolbar.tsx'
import { isVoid, useRows } from './table/use-rows.ts'
import { type Definition, decodeDefinition, encodeDefinition, type Sort } from './views/definition.ts'
import { BulkBar } from './work/bulk-bar.tsx'
import { WorkNotes } from './work/work-notes.tsx'

export function RegistrationsPage({ eventId }: { eventId: string }) {
  const { loaded } = useSetting(eventId)
  return (
    <EventFrame eventId={eventId} tab="registrations">
      {(hand) => (
        <Await loaded={loaded}>{(setting) => <Registrations hand={hand} setting={setting} />}</Await>
      )}
    </EventFrame>
  )
}

/** The definition is part of the address, so a link shows the same table. */
function useDefinition(): [Definition, (definition: Definition) => void] {
  const [definition, setDefinition] = useState(() => {
    const asked = new URLSearchParams(location.search)
    return withStatusOf(asked.get('status'), decodeDefinition(asked.get('view')))
  })
  const change = (next: Definition) => {
    const encoded = encodeDefinition(next)
    history.replaceState(null, '', encoded === undefined ? location.pathname : `?view=${encoded}`)
    setDefinition(next)
  }
  return [definition, change]
}

/** Other pages link to the registrations of one status. */
function withStatusOf(asked: string | null, definition: Definition): Definition {
  const status = statuses.find((name) => name === asked)
  const filter = status === undefined ? undefined : withStatus(definition.filter, status)
  return filter === undefined ? definition : { ...definition, filter }
}

function nextSort(sort: readonly Sort[], field: string): readonly Sort[] {
  const [first] = sort
  const flipped = first?.field === field && first.direction === 'asc'
  return [{ field, direction: flipped ? 'desc' : 'asc' }]
}

function Registrations({ hand, setting }: { hand: EventInHand; setting: Setting }) {
  const { id: eventId, timezone: zone } = hand.event
  const [definition, change] = useDefinition()
  const rows = useRows(eventId, definition)
  const { counts, reload: recount } = useStatusCounts(hand.event)
  const [selection, setSelection] = useState<Selection>(nothing)
  const [isFilterOpen, setFilterOpen] = useState(false)
  const [taskIds, setTaskIds] = useState<readonly string[]>([])
  const fields = useMemo(() => fieldsOf(setting), [setting, text('fieldStatus')])
  const all = useMemo(() => columnsOf(setting, zone), [setting, zone, text('fieldStatus')])
  const shown = useMemo(
    () => definition.columns.flatMap((id) => all.find((column) => column.id === id) ?? []),
    [all, definition.columns.join()],
  )
  const show = (next: Definition) => {
    setSelection(nothing)
    change(next)
  }
  const { filter: _filter, ...unfiltered } = definition
  const search = defined({ filter: definition.filter, q: definition.q })
  const started = (taskId: string) => setTaskIds([...taskIds, taskId])
  const over = ({ kind }: Task) => {
    if (kind !== 'change-registrations') return
    rows.reload()
    recount()
    hand.reload()
  }
  const filterBy = (filter: Filter | undefined) =>
    show(filter === undefined ? unfiltered : { ...definition, filter })
  return (
    <div class="registrations">
      <Toolbar
        eventId={eventId}
        definition={definition}
        onChange={show}
        columns={all}
        fields={fields}
        zone={zone}
        rows={rows}
        search={search}
        isFilterOpen={isFilterOpen}
        onFilter={() => setFilterOpen(!isFilterOpen)}
        onStarted={started}
      />
      <StatusChips filter={definition.filter} counts={counts} onChange={filterBy} />
      {isFilterOpen && (
        <FilterPanel
          filter={definition.filter}
          fields={fields}
          zone={zone}
          problem={rows.problem}
          onApply={filterBy}
          onClose={() => setFilterOpen(false)}
        />
      )}
      <WorkNotes
        taskIds={taskIds}
        onOver={over}
        onDismiss={(gone) => setTaskIds(taskIds.filter((id) => id !== gone))}
      />
      <TableNotices
        event={hand.event}
        rows={rows}
        isFiltered={search.filter !== undefined || search.q !== undefined}
      />
      {!isEmpty(selection) && (
        <BulkBar
          event={hand.event}
          selection={selection}
          found={rows.count}
          search={search}
          onAll={() => setSelection(everything)}
          onNone={() => setSelection(nothing)}
          onStarted={(taskId) => {
            setSelection(nothing)
            started(taskId)
          }}
        />
      )}
      {!isVoid(rows) && (
        <RegistrationTable
          columns={shown}
          rows={rows}
          sort={definition.sort}
          onSort={(field) => show({ ...definition, sort: nextSort(definition.sort, field) })}
          selection={may('registrations:write') ? selection : undefined}
          onSelect={setSelection}
          linkTo={(id) => pathTo(`/events/${eventId}/registrations/${id}`)}
        />
      )}
    </div>
  )
}
