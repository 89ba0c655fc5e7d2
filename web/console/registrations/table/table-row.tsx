// biome-ignore-all lint/a11y/useSemanticElements: a table of a hundred thousand rows cannot be a table element
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names the row that is meant
import { Component } from 'preact'
import { Badge } from '../../../ui/badge.tsx'
import type { Registration } from '../base/setting.ts'
import { statusText, statusTones } from '../base/status.ts'
import { text } from '../base/texts.ts'
import type { Column } from './columns.ts'

type TableRowProps = {
  index: number
  row: Registration | undefined
  isGone: boolean
  columns: readonly Column[]
  isActive: boolean
  /** Undefined if rows cannot be selected. */
  isChosen: boolean | undefined
  onChoose: (index: number, stretch: boolean) => void
  onPress: (index: number) => void
  linkTo: (id: string) => string
}

/** Rendered again only if something has changed, so that scrolling renders only new rows. */
export class TableRow extends Component<TableRowProps> {
  override shouldComponentUpdate(next: TableRowProps): boolean {
    const now = this.props
    return (
      next.row !== now.row ||
      next.index !== now.index ||
      next.isActive !== now.isActive ||
      next.isChosen !== now.isChosen ||
      next.isGone !== now.isGone ||
      next.columns !== now.columns
    )
  }

  override render() {
    const { index, row, isGone, columns, isActive, isChosen, onChoose, onPress, linkTo } = this.props
    const place = (element: HTMLDivElement | null) => element?.style.setProperty('--at', String(index))
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the grid's
      <div
        class={`reg-row${isActive ? ' active' : ''}${index % 2 === 1 ? ' odd' : ''}`}
        role="row"
        id={`reg-row-${index}`}
        aria-rowindex={index + 2}
        ref={place}
        {...(isChosen === undefined ? {} : { 'aria-selected': isChosen })}
        onClick={() => onPress(index)}
      >
        {isChosen !== undefined && (
          <div class="reg-cell reg-choose" role="gridcell">
            <input
              type="checkbox"
              tabIndex={-1}
              checked={isChosen}
              aria-label={text('chooseRow', { name: row?.confirmationNumber ?? String(index + 1) })}
              onClick={(event) => onChoose(index, event.shiftKey)}
            />
          </div>
        )}
        {columns.map((column, at) => (
          <div class="reg-cell" role="gridcell" key={column.id}>
            {row === undefined ? (
              <Missing isGone={isGone} isFirst={at === 0} />
            ) : (
              <Cell row={row} column={column} isFirst={at === 0} linkTo={linkTo} />
            )}
          </div>
        ))}
      </div>
    )
  }
}

function Missing({ isGone, isFirst }: { isGone: boolean; isFirst: boolean }) {
  if (!isGone) return <span class="reg-waiting" />
  return isFirst ? <em>{text('rowGone')}</em> : null
}

type CellProps = { row: Registration; column: Column; isFirst: boolean; linkTo: (id: string) => string }

function Cell({ row, column, isFirst, linkTo }: CellProps) {
  if (column.id === 'status' && !isFirst)
    return <Badge tone={statusTones[row.status]}>{statusText(row.status)}</Badge>
  const told = column.id === 'status' ? statusText(row.status) : column.read(row)
  if (!isFirst && column.id !== 'registrant.name') return <bdi>{told}</bdi>
  return (
    <a href={linkTo(row.id)} tabIndex={-1}>
      <bdi>{told === '' ? row.confirmationNumber : told}</bdi>
    </a>
  )
}
