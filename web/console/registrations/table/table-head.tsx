// biome-ignore-all lint/a11y/useSemanticElements: a table of a hundred thousand rows cannot be a table element
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names the row that is meant
import { useEffect, useRef } from 'preact/hooks'
import { text } from '../base/texts.ts'
import type { Sort } from '../views/definition.ts'
import type { Column } from './columns.ts'

type TableHeadProps = {
  columns: readonly Column[]
  sort: readonly Sort[]
  onSort: (field: string) => void
  /** Undefined if rows cannot be selected. */
  all: boolean | undefined
  some: boolean
  onAll: () => void
}

export function TableHead({ columns, sort, onSort, all, some, onAll }: TableHeadProps) {
  return (
    <div class="reg-head" role="rowgroup">
      <div class="reg-row" role="row" aria-rowindex={1}>
        {all !== undefined && <ChooseAll all={all} some={some} onAll={onAll} />}
        {columns.map((column) => (
          <HeadCell
            key={column.id}
            column={column}
            direction={sort[0]?.field === column.sort ? sort[0]?.direction : undefined}
            onSort={onSort}
          />
        ))}
      </div>
    </div>
  )
}

function ChooseAll({ all, some, onAll }: { all: boolean; some: boolean; onAll: () => void }) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = some && !all
  })
  return (
    <div class="reg-cell reg-choose" role="columnheader">
      <input type="checkbox" ref={box} checked={all} aria-label={text('chooseAll')} onChange={onAll} />
    </div>
  )
}

type HeadCellProps = {
  column: Column
  direction: Sort['direction'] | undefined
  onSort: (field: string) => void
}

function HeadCell({ column: { label, sort: field }, direction, onSort }: HeadCellProps) {
  const sorted = direction === undefined ? 'none' : direction === 'asc' ? 'ascending' : 'descending'
  if (field === undefined)
    return (
      <div class="reg-cell" role="columnheader" title={label}>
        <bdi>{label}</bdi>
      </div>
    )
  return (
    <div class="reg-cell" role="columnheader" aria-sort={sorted}>
      <button type="button" class="reg-sort" title={label} onClick={() => onSort(field)}>
        <bdi>{label}</bdi>
        <span aria-hidden="true">{direction === undefined ? '' : direction === 'asc' ? '↑' : '↓'}</span>
      </button>
    </div>
  )
}
