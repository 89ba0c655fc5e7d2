import { Button } from '../../../ui/button.tsx'
import { CheckInput, SelectInput, TextInput } from '../../../ui/inputs/inputs.tsx'
import { text } from '../base/texts.ts'
import type { DetailsProps } from './details-props.ts'
import type { CustomDraft, ReferenceDraft } from './draft.ts'

let made = 0
function newKey(): string {
  made += 1
  return `new${made}`
}

/** What other systems know the event by, and what they want to know of it. */
export function FurtherFields({ draft, saving, onChange }: DetailsProps) {
  return (
    <details class="further">
      <summary>{text('sectionFurther')}</summary>
      <CheckInput
        label={text('testMode')}
        help={text('testModeHelp')}
        value={draft.testMode}
        onChange={(testMode) => onChange({ testMode })}
      />
      <CustomFields draft={draft} saving={saving} onChange={onChange} />
      <References draft={draft} saving={saving} onChange={onChange} />
    </details>
  )
}

function CustomFields({ draft, saving, onChange }: DetailsProps) {
  const { customFields } = draft
  const change = (key: string, members: Partial<CustomDraft>) =>
    onChange({ customFields: customFields.map((one) => (one.key === key ? { ...one, ...members } : one)) })
  const add = () =>
    onChange({ customFields: [...customFields, { key: newKey(), name: '', value: '', kind: 'text' }] })
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
      <Button size="small" onClick={add}>
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

function References({ draft, saving, onChange }: DetailsProps) {
  const { references } = draft
  const change = (key: string, members: Partial<ReferenceDraft>) =>
    onChange({ references: references.map((one) => (one.key === key ? { ...one, ...members } : one)) })
  return (
    <section>
      <h3>{text('externalReferences')}</h3>
      {references.map((reference, at) => (
        <div class="entry" key={reference.key}>
          <TextInput
            label={text('referenceSystem')}
            value={reference.system}
            maxLength={100}
            error={saving.errorAt(`/externalReferences/${at}`)}
            onChange={(system) => change(reference.key, { system })}
          />
          <TextInput
            label={text('referenceId')}
            value={reference.id}
            maxLength={200}
            onChange={(id) => change(reference.key, { id })}
          />
          <Remove
            name={reference.system || String(at + 1)}
            onRemove={() => onChange({ references: references.filter(({ key }) => key !== reference.key) })}
          />
        </div>
      ))}
      <Button
        size="small"
        onClick={() => onChange({ references: [...references, { key: newKey(), system: '', id: '' }] })}
      >
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
