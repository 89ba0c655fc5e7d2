import { Button } from '../../../ui/button.tsx'
import { ErrorNote } from '../../../ui/inputs/field-notes.tsx'
import { NumberInput, TextInput } from '../../../ui/inputs/inputs.tsx'
import { moved } from '../base/order.ts'
import { Sortable } from '../base/sortable.tsx'
import { text } from '../base/texts.ts'
import type { ChoiceDraft } from './draft.ts'
import type { FieldPartProps } from './field-part.ts'

/** The choices of a field. Answers store the value, which follows the label until the choice is in use. */
export function ChoiceEditor({ field, builder, errorAt, onChange }: FieldPartProps) {
  const { choices } = field
  const change = (key: string, members: Partial<ChoiceDraft>) =>
    onChange({ choices: choices.map((choice) => (choice.key === key ? { ...choice, ...members } : choice)) })
  const add = () =>
    onChange({ choices: [...choices, { key: builder.newKey(), value: '', label: '', capacity: '' }] })
  return (
    <section>
      <h3>{text('choices')}</h3>
      <ErrorNote error={errorAt('choices')} />
      <Sortable
        label={text('choices')}
        onMove={(from, to) => onChange({ choices: moved(choices, from, to) })}
        items={choices.map((choice, at) => ({
          key: choice.key,
          name: choice.label || String(at + 1),
          content: (
            <ChoiceFields
              choice={choice}
              errorAt={(member) => errorAt(`choices/${at}/${member}`)}
              onChange={(members) => change(choice.key, members)}
              onRemove={() => onChange({ choices: choices.filter(({ key }) => key !== choice.key) })}
            />
          ),
        }))}
      />
      <Button size="small" onClick={add}>
        {text('choiceAdd')}
      </Button>
    </section>
  )
}

type ChoiceFieldsProps = {
  choice: ChoiceDraft
  errorAt: (member: string) => string | undefined
  onChange: (members: Partial<ChoiceDraft>) => void
  onRemove: () => void
}

function ChoiceFields({ choice, errorAt, onChange, onRemove }: ChoiceFieldsProps) {
  const follows = choice.value === choice.label || choice.value === ''
  return (
    <div class="entry">
      <TextInput
        label={text('choiceLabel')}
        value={choice.label}
        maxLength={500}
        required
        error={errorAt('label')}
        onChange={(label) => onChange({ label, ...(follows ? { value: label.slice(0, 200) } : {}) })}
      />
      <TextInput
        label={text('choiceValue')}
        value={choice.value}
        maxLength={200}
        required
        error={errorAt('value')}
        onChange={(value) => onChange({ value })}
      />
      <NumberInput
        label={text('capacity')}
        value={choice.capacity}
        error={errorAt('capacity')}
        onChange={(capacity) => onChange({ capacity })}
      />
      <Button
        size="small"
        look="quiet"
        label={text('removeNamed', { name: choice.label })}
        onClick={onRemove}
      >
        {text('remove')}
      </Button>
    </div>
  )
}
