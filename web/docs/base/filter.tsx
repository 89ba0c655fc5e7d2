import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import { EmptyState } from '../../ui/lists/states.tsx'
import { text } from './texts.ts'

type FilterProps<T> = {
  items: readonly T[]
  wordsOf: (item: T) => string
  children: (found: readonly T[]) => ComponentChildren
}

/** Narrows a list to items that contain every typed word. */
export function Filter<T>({ items, wordsOf, children }: FilterProps<T>) {
  const [typed, setTyped] = useState('')
  const found = items.filter((item) => matches(wordsOf(item), typed))
  return (
    <>
      <TextInput label={text('filter')} type="search" autocomplete="on" value={typed} onChange={setTyped} />
      <p class="visually-hidden" role="status">
        {typed === '' ? '' : text('resultCount', { count: found.length })}
      </p>
      {found.length === 0 ? (
        <EmptyState title={text('nothingFound', { words: typed })} lead={text('nothingFoundHelp')} />
      ) : (
        children(found)
      )}
    </>
  )
}

export function matches(words: string, typed: string): boolean {
  const known = words.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => known.includes(word))
}
