import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Method } from './base/method.tsx'
import { useGuides, useProduct, useSections } from './base/product.ts'
import { createIndex, findHits, type Hit } from './base/search-index.ts'
import { text } from './base/texts.ts'

const MOST = 20

/** A search field whose results are links: arrow keys move through them, Escape closes. */
export function Search() {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  useSlash(() => box.current?.querySelector('input')?.focus())
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      setTyped('')
      box.current?.querySelector('input')?.focus()
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || typed === '') return
    event.preventDefault()
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, a') ?? [])]
    stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus()
  }
  const close = () => setTyped('')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of what is inside
    <div class="search" ref={box} onKeyDown={onKeyDown}>
      <label class="visually-hidden" for={id}>
        {text('search')}
      </label>
      <input
        id={id}
        class="input"
        type="search"
        autocomplete="off"
        placeholder={text('find')}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      {typed.trim() !== '' && <Hits typed={typed} onChoose={close} />}
    </div>
  )
}

/** The slash key focuses the search, unless the user is typing. */
function useSlash(go: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event.target)) return
      event.preventDefault()
      go()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [go])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select')
}

/** Rendered once something is typed, because the words of the guides are loaded for it. */
function Hits({ typed, onChoose }: { typed: string; onChoose: () => void }) {
  const hits = useHits(typed)
  return (
    <div class="hits">
      <p class="visually-hidden" role="status">
        {text('resultCount', { count: hits.length })}
      </p>
      {hits.length === 0 && <p>{text('nothingFound', { words: typed })}</p>}
      <ul>
        {hits.slice(0, MOST).map(({ href, title, method, note }) => (
          <li key={`${href} ${title}`}>
            <a href={href} onClick={onChoose} lang="en">
              {method !== undefined && <Method method={method} />}
              <span>{title}</span>
              <small>{note}</small>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function useHits(typed: string): readonly Hit[] {
  const [product, guides, sections] = [useProduct(), useGuides(), useSections()]
  const loaded = {
    product: product.status === 'done' ? product.value : undefined,
    guides: guides.status === 'done' ? guides.value : [],
    sections: sections.status === 'done' ? sections.value : [],
  }
  const notes = { guides: text('guides'), problems: text('problems'), settings: text('settings') }
  return findHits(createIndex(loaded, notes), typed)
}
