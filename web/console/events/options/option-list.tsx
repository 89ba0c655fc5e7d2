import { useRef } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { CheckInput, NumberInput, SelectInput, TextInput } from '../../../ui/inputs/inputs.tsx'
import type { SessionAnswer } from '../base/event-parts.ts'
import { moved } from '../base/order.ts'
import type { Saving } from '../base/saving.ts'
import { Sortable } from '../base/sortable.tsx'
import { text } from '../base/texts.ts'
import { emptyOption, type OptionDraft } from './draft.ts'

type OptionListProps = {
  options: readonly OptionDraft[]
  sessions: readonly SessionAnswer[]
  saving: Saving
  onChange: (options: readonly OptionDraft[]) => void
}

export function OptionList({ options, sessions, saving, onChange }: OptionListProps) {
  const made = useRef(0)
  const add = () => {
    made.current += 1
    onChange([...options, emptyOption(`new${made.current}`)])
  }
  const change = (key: string, members: Partial<OptionDraft>) =>
    onChange(options.map((option) => (option.key === key ? { ...option, ...members } : option)))
  return (
    <section>
      <h3>{text('tabOptions')}</h3>
      <Sortable
        label={text('tabOptions')}
        onMove={(from, to) => onChange(moved(options, from, to))}
        items={options.map((option, at) => ({
          key: option.key,
          name: option.name || text('optionNumber', { number: at + 1 }),
          content: (
            <OptionFields
              option={option}
              sessions={sessions}
              errorAt={(member) => saving.errorAt(`/options/${at}/${member}`)}
              onChange={(members) => change(option.key, members)}
              onRemove={() => onChange(options.filter(({ key }) => key !== option.key))}
            />
          ),
        }))}
      />
      <Button size="small" onClick={add}>
        {text('optionAdd')}
      </Button>
    </section>
  )
}

type OptionFieldsProps = {
  option: OptionDraft
  sessions: readonly SessionAnswer[]
  errorAt: (member: string) => string | undefined
  onChange: (members: Partial<OptionDraft>) => void
  onRemove: () => void
}

function OptionFields({ option, sessions, errorAt, onChange, onRemove }: OptionFieldsProps) {
  return (
    <div class="option-fields">
      <div class="pair">
        <TextInput
          label={text('name')}
          value={option.name}
          maxLength={200}
          required
          error={errorAt('name')}
          onChange={(name) => onChange({ name })}
        />
        <NumberInput
          label={text('capacity')}
          value={option.capacity}
          error={errorAt('capacity')}
          onChange={(capacity) => onChange({ capacity })}
        />
      </div>
      <details>
        <summary>{text('more')}</summary>
        <div class="pair">
          <TextInput
            label={text('shortCode')}
            value={option.code}
            maxLength={60}
            error={errorAt('code')}
            onChange={(code) => onChange({ code })}
          />
          <NumberInput
            label={text('maxPerRegistration')}
            min={1}
            value={option.maxPerRegistration}
            error={errorAt('maxPerRegistration')}
            onChange={(maxPerRegistration) => onChange({ maxPerRegistration })}
          />
        </div>
        {sessions.length > 0 && (
          <SelectInput
            label={text('optionSession')}
            help={text('optionSessionHelp')}
            value={option.sessionId}
            error={errorAt('sessionId')}
            onChange={(sessionId) => onChange({ sessionId })}
            choices={[
              { value: '', label: text('nothing') },
              ...sessions.map(({ id, title }) => ({ value: id, label: title })),
            ]}
          />
        )}
        <CheckInput
          label={text('optionClosed')}
          help={text('optionClosedHelp')}
          value={option.isClosed}
          onChange={(isClosed) => onChange({ isClosed })}
        />
      </details>
      <Button size="small" look="quiet" label={text('removeNamed', { name: option.name })} onClick={onRemove}>
        {text('remove')}
      </Button>
    </div>
  )
}
