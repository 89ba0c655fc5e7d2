import { Button } from '../button.tsx'
import { uiText } from '../texts.ts'

type PagerProps = {
  paging: { readonly nextCursor: string | null; readonly prevCursor: string | null }
  onTurn: (cursor: string) => void
}

/** Buttons for the previous and next page. Renders nothing if there is only one page. */
export function Pager({ paging: { prevCursor, nextCursor }, onTurn }: PagerProps) {
  if (prevCursor === null && nextCursor === null) return null
  const turn = (cursor: string | null) => cursor !== null && onTurn(cursor)
  return (
    <nav class="pager" aria-label={uiText('pages')}>
      <Button disabled={prevCursor === null} onClick={() => turn(prevCursor)}>
        {uiText('previous')}
      </Button>
      <Button disabled={nextCursor === null} onClick={() => turn(nextCursor)}>
        {uiText('next')}
      </Button>
    </nav>
  )
}
