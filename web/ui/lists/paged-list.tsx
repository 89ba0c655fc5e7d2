import type { ComponentChildren } from 'preact'
import { Button } from '../button.tsx'
import { uiText } from '../texts.ts'
import { Await } from './load.tsx'
import type { Pages } from './pages.ts'
import { EmptyState } from './states.tsx'

type PagedListProps<T> = {
  pages: Pages<T>
  /** Shown if the list is empty. */
  noneTitle: string
  noneLead?: string | undefined
  children: (items: readonly T[]) => ComponentChildren
}

/** A list that is read page by page, with the pages read so far. */
export function PagedList<T>({ pages, noneTitle, noneLead, children }: PagedListProps<T>) {
  return (
    <>
      <Await loaded={pages.loaded}>
        {(items) => (items.length === 0 ? <EmptyState title={noneTitle} lead={noneLead} /> : children(items))}
      </Await>
      {(pages.more !== undefined || pages.isBusy) && (
        <Button disabled={pages.isBusy} onClick={() => pages.more?.()}>
          {uiText('more')}
        </Button>
      )}
    </>
  )
}
