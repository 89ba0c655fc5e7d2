import { Button } from '../button.tsx'

type PagerProps = {
  paging: { readonly nextCursor: string | null; readonly prevCursor: string | null }
  texts: { readonly previous: string; readonly next: string }
  onTurn: (cursor: string) => void
}

/** Buttons for the previous and next page. Renders nothing if there is only one page. */
export function Pager({ paging: { prevCursor, nextCursor }, texts, onTurn }: PagerProps) {
  if (prevCursor === null && nextCursor === null) return null
  const turn = (cursor: string | null) => cursor !== null && onTurn(cursor)
  return (
    <div class="pager">
      <Button disabled={prevCursor === null} onClick={() => turn(prevCursor)}>
        {texts.previous}
      </Button>
      <Button disabled={nextCursor === null} onClick={() => turn(nextCursor)}>
        {texts.next}
      </Button>
    </div>
  )
}
