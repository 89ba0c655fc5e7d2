// biome-ignore-all lint/a11y/useSemanticElements: a table of a hundred thousand rows cannot be a table element
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names the row that is meant
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { addAll, everything, isChosen, isEmpty, nothing, type Selection, toggle } from '../base/selection.ts'
import { text } from '../base/texts.ts'
import type { Sort } from '../views/definition.ts'
import type { Column } from './columns.ts'
import { TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import type { Rows } from './use-rows.ts'
import { rangeInSight, rowAfterKey, scrollTopFor } from './window.ts'

const ROW_HEIGHT = 40
const HEAD_HEIGHT = 40
const BEYOND = 8
const BOX_REM = 2.75

type RegistrationTableProps = {
  columns: readonly Column[]
  rows: Rows
  sort: readonly Sort[]
  onSort: (field: string) => void
  /** Undefined if the operator may only read. */
  selection: Selection | undefined
  onSelect: (selection: Selection) => void
  linkTo: (id: string) => string
}

/** Rows have one height, and only visible ones are rendered: a hundred thousand scroll like a hundred. */
export function RegistrationTable(props: RegistrationTableProps) {
  const { columns, rows, sort, selection, onSelect, linkTo } = props
  const { source, count } = rows
  const { route } = useLocation()
  const box = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ scrollTop: 0, height: 600 })
  const [active, setActive] = useState(0)
  const from = useRef(0)
  const range = rangeInSight({ ...seen, rowHeight: ROW_HEIGHT, count, beyond: BEYOND })
  useEffect(() => source.want(range), [source, range.first, range.end])
  useEffect(() => {
    if (box.current !== null) box.current.scrollTop = 0
    setActive(0)
  }, [source])
  useLook(box, setSeen)
  useSizes(box, { count, columns, hasBoxes: selection !== undefined })

  const show = (index: number) => {
    setActive(index)
    const element = box.current
    if (element === null) return
    const place = {
      scrollTop: element.scrollTop,
      height: element.clientHeight,
      rowHeight: ROW_HEIGHT,
      head: HEAD_HEIGHT,
    }
    const top = scrollTopFor(index, place)
    if (top !== undefined) element.scrollTop = top
  }
  const choose = (index: number, stretch: boolean) => {
    const id = source.idAt(index)
    if (selection === undefined || id === undefined) return
    const [low, high] = [Math.min(from.current, index), Math.max(from.current, index)]
    if (stretch) onSelect(addAll(selection, rows.idsOf(low, high + 1)))
    else {
      from.current = index
      onSelect(toggle(selection, id))
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const page = Math.max(1, Math.floor((seen.height - HEAD_HEIGHT) / ROW_HEIGHT) - 1)
    const next = rowAfterKey(event.key, active, { page, count })
    const id = source.idAt(active)
    if (next !== undefined) {
      show(next)
      if (event.shiftKey) choose(next, true)
    } else if (event.key === 'Enter' && id !== undefined) route(linkTo(id))
    else if (event.key === ' ') choose(active, event.shiftKey)
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && selection !== undefined)
      onSelect(everything)
    else if (event.key === 'Escape' && selection !== undefined) onSelect(nothing)
    else return
    event.preventDefault()
  }
  const indexes = Array.from({ length: range.end - range.first }, (_none, at) => range.first + at)
  return (
    <div
      class="reg-grid"
      role="grid"
      ref={box}
      tabIndex={0}
      aria-label={text('tableLabel')}
      aria-rowcount={count + 1}
      aria-colcount={columns.length + (selection === undefined ? 0 : 1)}
      aria-multiselectable={selection !== undefined}
      aria-busy={rows.isSearching}
      {...(count > 0 ? { 'aria-activedescendant': `reg-row-${active}` } : {})}
      onKeyDown={onKeyDown}
    >
      <TableHead
        columns={columns}
        sort={sort}
        onSort={props.onSort}
        all={selection === undefined ? undefined : selection.all}
        some={selection !== undefined && !isEmpty(selection)}
        onAll={() => onSelect(selection?.all ? nothing : everything)}
      />
      <div class="reg-body" role="rowgroup">
        {indexes.map((index) => (
          <TableRow
            key={index}
            index={index}
            row={source.rowAt(index)}
            isGone={source.isGone(index)}
            columns={columns}
            isActive={index === active}
            isChosen={selection === undefined ? undefined : isChosen(selection, source.idAt(index))}
            onChoose={choose}
            onPress={setActive}
            linkTo={linkTo}
          />
        ))}
      </div>
    </div>
  )
}

type Seen = { scrollTop: number; height: number }

/** Updates at most once per frame, and only if other rows become visible. */
function useLook(box: { current: HTMLDivElement | null }, setSeen: (seen: Seen) => void): void {
  useEffect(() => {
    const element = box.current
    if (element === null) return
    let frame = 0
    const look = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        setSeen({ scrollTop: element.scrollTop, height: element.clientHeight })
      })
    }
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    look()
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [])
}

/** The content security policy forbids style attributes, so properties are set by script. */
function useSizes(
  box: { current: HTMLDivElement | null },
  { count, columns, hasBoxes }: { count: number; columns: readonly Column[]; hasBoxes: boolean },
): void {
  const choose = hasBoxes ? `${BOX_REM}rem ` : ''
  const template = `${choose}${columns.map(({ least, width }) => `minmax(${least}rem, ${width}fr)`).join(' ')}`
  const least = columns.reduce((sum, column) => sum + column.least, hasBoxes ? BOX_REM : 0)
  useLayoutEffect(() => {
    const style = box.current?.style
    style?.setProperty('--columns', template)
    style?.setProperty('--row-height', `${ROW_HEIGHT}px`)
    style?.setProperty('--rows-height', `${count * ROW_HEIGHT}px`)
    style?.setProperty('--rows-width', `${least}rem`)
  }, [template, count])
}
