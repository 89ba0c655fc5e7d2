import { useEffect } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { text } from '../base/texts.ts'
import type { Moves } from './use-moves.ts'

/** The last move, with a button to undo it; Ctrl+Z does the same. */
export function MoveBar({ moves, said }: { moves: Moves; said: string }) {
  const { told, canUndo, undo } = moves
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isField = event.target instanceof Element && event.target.matches('input, textarea, select')
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isField) return
      event.preventDefault()
      if (canUndo) undo()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  return (
    <>
      <p class="visually-hidden" role="status">
        {said}
      </p>
      <div class={told === undefined ? 'move-bar' : told.isBad ? 'move-bar shown bad' : 'move-bar shown'}>
        <span role="status">
          <bdi>{told?.text ?? ''}</bdi>
        </span>
        {told?.again !== undefined && (
          <Button size="small" onClick={told.again}>
            {text('moveAgain')}
          </Button>
        )}
        {canUndo && (
          <Button size="small" onClick={undo}>
            {text('undo')}
          </Button>
        )}
      </div>
    </>
  )
}
