import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import { Failure } from './parts.tsx'
import { text } from './texts.ts'
import type { Work } from './work.ts'

type SearchFormProps = {
  label: string
  help: string
  maxLength: number
  error?: string | undefined
  work: Work
  onFind: (search: string) => void
  /** Called when the search is cleared. */
  onEmpty: () => void
}

/** Searches for one item of a list. */
export function SearchForm({ label, help, maxLength, error, work, onFind, onEmpty }: SearchFormProps) {
  const [search, setSearch] = useState('')
  const find = () => {
    if (search.trim() === '') onEmpty()
    else onFind(search)
  }
  const change = (value: string) => {
    setSearch(value)
    if (value === '') onEmpty()
  }
  return (
    <Form onSubmit={find}>
      <div class="id-bar">
        <TextInput
          {...{ label, help, error, maxLength }}
          type="search"
          spellcheck={false}
          value={search}
          onChange={change}
        />
        <Button type="submit" disabled={work.isBusy}>
          {text('find')}
        </Button>
      </div>
      {error === undefined && <Failure work={work} />}
    </Form>
  )
}
