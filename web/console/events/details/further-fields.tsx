import { Button } from '../../../ui/button.tsx'
import { SelectInput, TextInput } from '../../../ui/inputs/inputs.tsx'
import { itemsIn } from '../../../ui/record-form/scope.ts'
import { text } from '../base/texts.ts'
import { fieldsOf } from '../record/fields.ts'
import type { CustomDraft } from './custom-fields.ts'
import type { DetailsEdit } from './use-details.ts'

type FurtherProps = { edit: DetailsEdit }

let made = 0
function newField(): CustomDraft {
  made += 1
  return { key: `new${made}`, name: '', value: '', kind: 'text' }
}

/** Ids of the event in other systems, and custom members. */
export function FurtherFields({ edit }: FurtherProps) {
  return (
    <details class="further">
      <summary>{text('sectionFurther')}</summary>
      {edit.field('testMode', { help: text('testModeHelp') })}
      <CustomFields edit={edit} />
      <References edit={edit} />
    </details>
  )
}

function CustomFields({ edit: { draft, saving, onChange } }: FurtherProps) {
  const { customFields } = draft
  const change = (key: string, members: Partial<CustomDraft>) =>
    onChange({ customFields: customFields.map((one) => (one.key === key ? { ...one, ...members } : one)) })
  return (
    <section>
      <h3>{text('customFields')}</h3>
      {customFields.map((field, at) => (
        <div class="entry" key={field.key}>
          <TextInput
            label={text('customName')}
            value={field.name}
            maxLength={100}
            error={saving.errorAt(`/customFields/${field.name}`)}
            onChange={(name) => change(field.key, { name })}
          />
          <CustomValue field={field} onChange={(members) => change(field.key, members)} />
          <Remove
            name={field.name || String(at + 1)}
            onRemove={() => onChange({ customFields: customFields.filter(({ key }) => key !== field.key) })}
          />
        </div>
      ))}
      <Button size="small" onClick={() => onChange({ customFields: [...customFields, newField()] })}>
        {text('customAdd')}
      </Button>
    </section>
  )
}

function CustomValue({
  field,
  onChange,
}: {
  field: CustomDraft
  onChange: (members: Partial<CustomDraft>) => void
}) {
  return (
    <>
      <SelectInput
        label={text('customKind')}
        value={field.kind}
        onChange={(kind) => onChange({ kind, value: kind === 'boolean' ? 'true' : field.value })}
        choices={[
          { value: 'text', label: text('kindText') },
          { value: 'number', label: text('kindNumber') },
          { value: 'boolean', label: text('kindBoolean') },
          { value: 'none', label: text('nothing') },
        ]}
      />
      {field.kind === 'boolean' && (
        <SelectInput
          label={text('customValue')}
          value={field.value}
          onChange={(value) => onChange({ value })}
          choices={[
            { value: 'true', label: text('yes') },
            { value: 'false', label: text('no') },
          ]}
        />
      )}
      {(field.kind === 'text' || field.kind === 'number') && (
        <TextInput
          label={text('customValue')}
          value={field.value}
          onChange={(value) => onChange({ value })}
        />
      )}
    </>
  )
}

function References({ edit: { scope } }: FurtherProps) {
  const { items, add } = itemsIn(scope, 'externalReferences')
  return (
    <section>
      <h3>{text('externalReferences')}</h3>
      {items.map(({ key, scope: reference, remove }, at) => {
        const field = fieldsOf(reference, { system: 'referenceSystem', id: 'referenceId' })
        return (
          <div class="entry" key={key}>
            {field('system', { required: false })}
            {field('id', { required: false })}
            <Remove name={reference.draft.system || String(at + 1)} onRemove={remove} />
          </div>
        )
      })}
      <Button size="small" onClick={add}>
        {text('referenceAdd')}
      </Button>
    </section>
  )
}

function Remove({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <Button look="quiet" size="small" label={text('removeNamed', { name })} onClick={onRemove}>
      {text('remove')}
    </Button>
  )
}
