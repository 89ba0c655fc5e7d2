import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/inputs/form.tsx'
import { pathTo } from '../../base/place.ts'
import { may } from '../../base/session.ts'
import { text } from '../base/texts.ts'
import { fromFilter } from '../filter/draft.ts'
import type { FilterField } from '../filter/fields.ts'
import { summarise } from '../filter/summary.ts'
import type { Definition } from '../views/definition.ts'
import { useViews, ViewMenu } from '../views/view-menu.tsx'
import type { BulkSearch } from '../work/bulk.ts'
import { ExportDialog } from '../work/export-dialog.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import type { Column } from './columns.ts'
import type { Rows } from './use-rows.ts'

type ToolbarProps = {
  eventId: string
  definition: Definition
  onChange: (definition: Definition) => void
  columns: readonly Column[]
  fields: readonly FilterField[]
  zone: string
  rows: Rows
  search: BulkSearch
  isFilterOpen: boolean
  onFilter: () => void
  onStarted: (taskId: string) => void
}

export function Toolbar(props: ToolbarProps) {
  const { eventId, definition, onChange, columns, fields, zone, rows } = props
  const [open, setOpen] = useState<'columns' | 'export'>()
  const views = useViews(eventId)
  const draft = fromFilter(definition.filter)
  const sentence = draft === undefined ? '' : summarise(draft, { fields, zone })
  return (
    <div class="reg-tools">
      <div class="reg-tools-row">
        <SearchBox
          value={definition.q ?? ''}
          onSearch={(q) => {
            const { q: _q, ...rest } = definition
            onChange(q === '' ? rest : { ...rest, q })
          }}
        />
        <Button expanded={props.isFilterOpen} onClick={props.onFilter}>
          {text('filter')}
        </Button>
        <Button onClick={() => setOpen('columns')}>{text('columns')}</Button>
        <Button onClick={() => setOpen('export')}>{text('export')}</Button>
        {may('registrations:write') && (
          <a class="button primary" href={pathTo(`/events/${eventId}/registrations/new`)}>
            {text('addRegistration')}
          </a>
        )}
      </div>
      <div class="reg-tools-row">
        <ViewMenu eventId={eventId} views={views} definition={definition} onChoose={onChange} />
        <p class="reg-found" role="status">
          {rows.isSearching ? text('searching') : text('found', { count: rows.count })}
        </p>
      </div>
      {sentence !== '' && !props.isFilterOpen && (
        <p class="filter-sentence">
          <bdi>{sentence}</bdi>
        </p>
      )}
      {open === 'columns' && (
        <ColumnChooser
          columns={columns}
          chosen={definition.columns}
          onChange={(chosen) => onChange({ ...definition, columns: chosen })}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'export' && (
        <ExportDialog
          eventId={eventId}
          count={rows.count}
          search={props.search}
          columns={definition.columns}
          onClose={() => setOpen(undefined)}
          onStarted={props.onStarted}
        />
      )}
    </div>
  )
}

/** Searches when typing pauses, or at once with Enter. */
const PAUSE_MS = 350

function SearchBox({ value, onSearch }: { value: string; onSearch: (q: string) => void }) {
  const [typed, setTyped] = useState(value)
  const latest = useRef(onSearch)
  latest.current = onSearch
  useEffect(() => setTyped((old) => (old.trim() === value ? old : value)), [value])
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => latest.current(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <Form class="reg-search" onSubmit={() => onSearch(typed.trim())}>
      <input
        class="input"
        type="search"
        maxLength={200}
        dir="auto"
        aria-label={text('searchLabel')}
        placeholder={text('searchLabel')}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
    </Form>
  )
}
