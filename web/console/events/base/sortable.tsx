import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { moved, placeAt } from './order.ts'
import { text } from './texts.ts'

type Item = { key: string; name: string; content: ComponentChildren }
type SortableProps = {
  label: string
  items: readonly Item[]
  onMove: (from: number, to: number) => void
  disabled?: boolean
}

/** A list that can be reordered by dragging a handle or by buttons. */
export function Sortable({ label, items, onMove, disabled = false }: SortableProps) {
  const list = useRef<HTMLUListElement>(null)
  const [held, setHeld] = useState<{ from: number; to: number }>()
  const [said, setSaid] = useState('')
  const shown = held === undefined ? items : moved(items, held.from, held.to)
  const move = (from: number, to: number) => {
    const item = items[from]
    if (item === undefined || to < 0 || to >= items.length || to === from) return
    onMove(from, to)
    setSaid(text('movedTo', { name: item.name, place: to + 1, count: items.length }))
  }
  const drag = (from: number) => (event: PointerEvent) => {
    if (event.button !== 0 || disabled) return
    event.preventDefault()
    const boxes = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    const others = boxes.filter((_, index) => index !== from)
    follow(event, {
      onMove: ({ clientY }) => setHeld({ from, to: placeAt(clientY, others) }),
      onEnd: (last) => {
        setHeld(undefined)
        if (last !== undefined) move(from, placeAt(last.clientY, others))
      },
    })
  }
  return (
    <>
      <ul class="sortable" aria-label={label} ref={list}>
        {shown.map((item) => {
          const at = items.indexOf(item)
          const isHeld = held?.from === at
          return (
            <li key={item.key} class={isHeld ? 'held' : ''}>
              <Grip disabled={disabled} onPointerDown={drag(at)} />
              <div class="sortable-content">{item.content}</div>
              <Steps at={at} count={items.length} name={item.name} disabled={disabled} onMove={move} />
            </li>
          )
        })}
      </ul>
      <p class="visually-hidden" role="status">
        {said}
      </p>
    </>
  )
}

function Grip({
  disabled,
  onPointerDown,
}: {
  disabled: boolean
  onPointerDown: (event: PointerEvent) => void
}) {
  return (
    <span class="grip" aria-hidden="true" {...(disabled ? {} : { onPointerDown })}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M5 3h1M10 3h1M5 8h1M10 8h1M5 13h1M10 13h1" />
      </svg>
    </span>
  )
}

type StepsProps = {
  at: number
  count: number
  name: string
  disabled: boolean
  onMove: (from: number, to: number) => void
}

function Steps({ at, count, name, disabled, onMove }: StepsProps) {
  return (
    <span class="steps">
      <button
        type="button"
        class="icon-button"
        disabled={disabled || at === 0}
        aria-label={text('moveUp', { name })}
        onClick={() => onMove(at, at - 1)}
      >
        ↑
      </button>
      <button
        type="button"
        class="icon-button"
        disabled={disabled || at === count - 1}
        aria-label={text('moveDown', { name })}
        onClick={() => onMove(at, at + 1)}
      >
        ↓
      </button>
    </span>
  )
}

type Followed = {
  onMove: (event: PointerEvent) => void
  /** Without an event if dragging was cancelled by Escape or by the browser. */
  onEnd: (last: PointerEvent | undefined) => void
}

/** Follows a pointer until it is released. */
export function follow(start: PointerEvent, { onMove, onEnd }: Followed): void {
  const over = new AbortController()
  const { signal } = over
  const end = (last?: PointerEvent) => {
    over.abort()
    onEnd(last)
  }
  const isSame = (event: PointerEvent) => event.pointerId === start.pointerId
  addEventListener('pointermove', (event) => isSame(event) && onMove(event), { signal })
  addEventListener('pointerup', (event) => isSame(event) && end(event), { signal })
  addEventListener('pointercancel', (event) => isSame(event) && end(), { signal })
  addEventListener('keydown', (event) => event.key === 'Escape' && end(), { signal, capture: true })
}
