import type { ComponentChildren } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'

type Tab = { key: string; title: string; content: () => ComponentChildren }

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/** Arrow keys, Home and End move between tabs; Tab moves to the panel. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(tabs[0]?.key)
  const at = Math.max(
    0,
    tabs.findIndex(({ key }) => key === chosen),
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const next = steps[event.key]?.(at, tabs.length)
    if (next === undefined) return
    event.preventDefault()
    setChosen(tabs[next]?.key)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div class="tabs">
      <div
        class="tab-list more-aside"
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        ref={list}
        onKeyDown={onKeyDown}
      >
        {tabs.map(({ key, title }, index) => (
          <button
            key={key}
            type="button"
            class="tab"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={index === at}
            aria-controls={`${id}-panel`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => setChosen(key)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tabs[at]?.key}`}>
        {tabs[at]?.content()}
      </div>
    </div>
  )
}
