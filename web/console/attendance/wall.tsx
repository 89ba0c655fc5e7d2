import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Figures } from './figures.tsx'
import { FlowChart } from './flow-chart.tsx'
import { Latest } from './latest.tsx'
import { text } from './texts.ts'
import type { Board, Flow } from './use-board.ts'

const AWAKE_MS = 3_000

type WallProps = {
  title: string
  place: string | undefined
  zone: string
  board: Board
  flow: Flow | undefined
  onClose: () => void
}

/** Full-screen view for a display that nobody touches. The close button appears when the pointer moves. */
export function Wall({ title, place, zone, board, flow, onClose }: WallProps) {
  const screen = useRef<HTMLDialogElement>(null)
  const [moves, setMoves] = useState(0)
  useEffect(() => {
    const element = screen.current
    element?.showModal()
    // Browsers refuse full screen without a click: the page still fills its window.
    void element?.requestFullscreen?.().catch(() => undefined)
    return () => element?.close()
  }, [])
  useEffect(() => {
    if (moves === 0) return
    const timer = setTimeout(() => setMoves(0), AWAKE_MS)
    return () => clearTimeout(timer)
  }, [moves])
  return (
    <dialog
      class={moves > 0 ? 'wall awake' : 'wall'}
      ref={screen}
      aria-label={text('title')}
      onClose={onClose}
      onMouseMove={() => setMoves(moves + 1)}
    >
      <header>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        {place !== undefined && (
          <p>
            <bdi>{place}</bdi>
          </p>
        )}
      </header>
      <Figures summary={board.summary} isOver={board.isOver} />
      <div class="wall-below">
        {flow !== undefined && <FlowChart flow={flow} zone={zone} />}
        <Latest people={board.latest} zone={zone} />
      </div>
      <div class="wall-exit">
        <Button onClick={onClose}>{text('wallExit')}</Button>
      </div>
    </dialog>
  )
}
