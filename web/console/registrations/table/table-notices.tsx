import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/lists/states.tsx'
import { pathTo } from '../../base/place.ts'
import type { EventAnswer } from '../../events/base/event.ts'
import { codeText } from '../base/failure.ts'
import { text } from '../base/texts.ts'
import { isVoid, type Rows } from './use-rows.ts'

/** Notices above a table: why it is empty, what went wrong, that there are changes. */
export function TableNotices({
  event,
  rows,
  isFiltered,
}: {
  event: EventAnswer
  rows: Rows
  isFiltered: boolean
}) {
  const { problem, isStale, complete, count, reload } = rows
  const nobodyYetHelp = event.status === 'draft' ? 'nobodyYetDraft' : 'nobodyYetHelp'
  return (
    <>
      {problem !== undefined && (
        <div class="notice bad" role="alert">
          <p>{problem.code === 'invalid' ? text('filterWrong') : codeText(problem.code, problem.status)}</p>
          <Button size="small" onClick={reload}>
            {text('again')}
          </Button>
        </div>
      )}
      {isStale && (
        <div class="notice info" role="status">
          <p>{text('newer')}</p>
          <Button size="small" onClick={reload}>
            {text('showNewer')}
          </Button>
        </div>
      )}
      {!complete && (
        <p class="notice warn" role="status">
          {text('tooMany', { count })}
        </p>
      )}
      {isVoid(rows) && (
        <EmptyState
          title={text(isFiltered ? 'nothingFound' : 'nobodyYet')}
          lead={text(isFiltered ? 'nothingFoundHelp' : nobodyYetHelp)}
        >
          {!isFiltered && <a href={pathTo(`/events/${event.id}`)}>{text('toEvent')}</a>}
        </EmptyState>
      )}
    </>
  )
}
