import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/inputs/form.tsx'
import type { Problem } from '../../../ui/problems/problem.ts'
import { text } from '../base/texts.ts'
import { type Filter, fromFilter, type Group, newGroup, pointersOf, toFilter } from './draft.ts'
import { wrongNodes } from './errors.ts'
import type { FilterField } from './fields.ts'
import { FilterBuilder } from './filter-builder.tsx'
import { summarise } from './summary.ts'

type FilterPanelProps = {
  filter: Filter | undefined
  fields: readonly FilterField[]
  zone: string
  problem: Problem | undefined
  onApply: (filter: Filter | undefined) => void
  onClose: () => void
}

/** Edits a filter; it is used only when applied, so that not every key press searches. */
export function FilterPanel({ filter, fields, zone, problem, onApply, onClose }: FilterPanelProps) {
  const [draft, setDraft] = useState<Group>(() => fromFilter(filter) ?? newGroup())
  const known = JSON.stringify(filter ?? null)
  useEffect(() => {
    if (JSON.stringify(toFilter(draft) ?? null) !== known) setDraft(fromFilter(filter) ?? newGroup())
  }, [known])
  const isApplied = JSON.stringify(toFilter(draft) ?? null) === known
  const errors = isApplied ? wrongNodes(pointersOf(draft), problem?.errors ?? []) : new Map<string, string>()
  const sentence = summarise(draft, { fields, zone })
  return (
    <Form
      class="card filter-panel"
      aria-label={text('filterLabel')}
      onSubmit={() => onApply(toFilter(draft))}
    >
      <FilterBuilder draft={draft} fields={fields} zone={zone} errors={errors} onChange={setDraft} />
      <p class="filter-sentence" aria-live="polite">
        {sentence === '' ? text('filterNone') : <bdi>{sentence}</bdi>}
      </p>
      <div class="filter-actions">
        <Button look="primary" type="submit">
          {text('filterApply')}
        </Button>
        <Button
          onClick={() => {
            setDraft(newGroup())
            onApply(undefined)
          }}
        >
          {text('filterClear')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {text('filterClose')}
        </Button>
      </div>
    </Form>
  )
}
