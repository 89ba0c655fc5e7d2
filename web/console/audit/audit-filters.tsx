import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import { draftFields, type TrailDraft } from './draft.ts'
import { text } from './texts.ts'

const examples = { actor: 'operator:*', action: 'webhook.*', subject: 'organisation:*' } as const

export function AuditFilters({ onApply }: { onApply: (draft: TrailDraft) => void }) {
  const [draft, setDraft] = useState<TrailDraft>({})
  const set = (name: keyof TrailDraft, value: string) => setDraft({ ...draft, [name]: value })
  const clear = () => {
    setDraft({})
    onApply({})
  }
  return (
    <Form class="filters" aria-label={text('filter')} onSubmit={() => onApply(draft)}>
      {draftFields.map((name) => (
        <TextInput
          key={name}
          label={text(name)}
          placeholder={examples[name]}
          maxLength={200}
          autocomplete="on"
          value={draft[name] ?? ''}
          onChange={(next) => set(name, next)}
        />
      ))}
      {(['from', 'until'] as const).map((name) => (
        <Field key={name} label={text(name)}>
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              value={draft[name] ?? ''}
              onInput={(event) => set(name, event.currentTarget.value)}
            />
          )}
        </Field>
      ))}
      <div class="filter-actions">
        <Button look="primary" type="submit">
          {text('apply')}
        </Button>
        <Button look="quiet" onClick={clear}>
          {text('clear')}
        </Button>
      </div>
    </Form>
  )
}
