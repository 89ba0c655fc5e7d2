import { Table } from '../../ui/lists/table.tsx'
import { formatMoment } from '../../ui/time/dates.ts'
import type { SessionChoice } from '../events/base/all-sessions.ts'
import { formatNumber, formatShare } from './numbers.ts'
import { text } from './texts.ts'
import type { Board } from './use-board.ts'

type SessionTableProps = {
  sessions: readonly SessionChoice[]
  counts: NonNullable<Board['sessions']>
  hrefOf: (sessionId: string) => string
}

/** Folded, because a large programme has hundreds of sessions. */
export function SessionTable({ sessions, counts, hrefOf }: SessionTableProps) {
  const known = new Map(counts.map((count) => [count.id, count]))
  const rows = sessions.flatMap(({ id, title, room, start, timezone }) => {
    const count = known.get(id)
    if (count === undefined) return []
    const came = count.checkedIn + count.checkedOut
    const cells = [
      <a href={hrefOf(id)}>
        <bdi>{title}</bdi>
      </a>,
      <bdi>{room}</bdi>,
      formatMoment(start, timezone),
      <Named name={text('expected')} value={formatNumber(count.registered)} />,
      <Named name={text('inside')} value={formatNumber(count.checkedIn)} />,
      <Named name={text('left')} value={formatNumber(count.checkedOut)} />,
      <Named
        name={text('rate')}
        value={count.registered === 0 ? '–' : formatShare(came / count.registered)}
      />,
    ]
    return [{ key: id, cells }]
  })
  if (rows.length === 0) return null
  const title = text('sessionsTitle', { count: rows.length })
  return (
    <details class="board-sessions">
      <summary>{title}</summary>
      <Table
        labelled
        wide
        label={title}
        head={[
          text('session'),
          text('room'),
          text('start'),
          text('expected'),
          text('inside'),
          text('left'),
          text('rate'),
        ]}
        rows={rows}
      />
    </details>
  )
}

/** On narrow screens the table becomes blocks without a header, so each figure has its own label. */
function Named({ name, value }: { name: string; value: string }) {
  return (
    <>
      <span class="narrow-only">{name}: </span>
      {value}
    </>
  )
}
