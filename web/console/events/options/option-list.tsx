import { Button } from '../../../ui/button.tsx'
import { CheckInput, SelectInput } from '../../../ui/inputs/inputs.tsx'
import { itemsIn, type Scope } from '../../../ui/record-form/scope.ts'
import type { SessionAnswer } from '../base/event-parts.ts'
import { moved } from '../base/order.ts'
import { Sortable } from '../base/sortable.tsx'
import { text } from '../base/texts.ts'
import { fieldsOf } from '../record/fields.ts'
import type { GroupFields } from './form.ts'

type OptionListProps = { scope: Scope<GroupFields>; sessions: readonly SessionAnswer[] }

export function OptionList({ scope, sessions }: OptionListProps) {
  const { items, add } = itemsIn(scope, 'options')
  return (
    <section>
      <h3>{text('tabOptions')}</h3>
      <Sortable
        label={text('tabOptions')}
        onMove={(from, to) => scope.onChange({ options: moved(scope.draft.options, from, to) })}
        items={items.map((option, at) => ({
          key: option.key,
          name: option.scope.draft.name || text('optionNumber', { number: String(at + 1) }),
          content: <OptionFields option={option} sessions={sessions} />,
        }))}
      />
      <Button size="small" onClick={add}>
        {text('optionAdd')}
      </Button>
    </section>
  )
}

type Option = ReturnType<typeof itemsIn<GroupFields, 'options'>>['items'][number]
type OptionFieldsProps = { option: Option; sessions: readonly SessionAnswer[] }

function OptionFields({ option: { scope, remove }, sessions }: OptionFieldsProps) {
  const { draft } = scope
  const field = fieldsOf(scope, { code: 'shortCode' })
  return (
    <div class="option-fields">
      <div class="pair">
        {field('name')}
        {field('capacity')}
      </div>
      <details>
        <summary>{text('more')}</summary>
        <div class="pair">
          {field('code')}
          {field('maxPerRegistration')}
        </div>
        {sessions.length > 0 && (
          <SelectInput
            label={text('optionSession')}
            help={text('optionSessionHelp')}
            value={draft.sessionId}
            error={scope.errorAt('/sessionId')}
            onChange={(sessionId) => scope.onChange({ sessionId })}
            choices={[
              { value: '', label: text('nothing') },
              ...sessions.map(({ id, title }) => ({ value: id, label: title })),
            ]}
          />
        )}
        <CheckInput
          label={text('optionClosed')}
          help={text('optionClosedHelp')}
          value={draft.status === 'closed'}
          onChange={(isClosed) => scope.onChange({ status: isClosed ? 'closed' : 'open' })}
        />
      </details>
      <Button size="small" look="quiet" label={text('removeNamed', { name: draft.name })} onClick={remove}>
        {text('remove')}
      </Button>
    </div>
  )
}
