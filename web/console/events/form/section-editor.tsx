import { useState } from 'preact/hooks'
import { formFieldTypes, hasChoices } from '../../../../src/client/forms.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectInput, TextInput } from '../../../ui/inputs/inputs.tsx'
import { isolate } from '../../../ui/texts/isolate.ts'
import { errorText } from '../base/failure.ts'
import { Sortable } from '../base/sortable.tsx'
import { text } from '../base/texts.ts'
import type { FieldType, SectionDraft } from './draft.ts'
import { FieldRow } from './field-row.tsx'
import { typeTexts } from './field-words.ts'
import type { MemberErrors } from './form-errors.ts'
import type { Builder } from './use-builder.ts'

type SectionEditorProps = {
  section: SectionDraft
  builder: Builder
  errors: ReadonlyMap<string, MemberErrors>
  /** The field that is being edited. */
  open: string | undefined
  onOpen: (key: string | undefined) => void
}

export function SectionEditor({ section, builder, errors, open, onOpen }: SectionEditorProps) {
  const { draft, apply } = builder
  const wrong = errors.get(section.key)?.title
  return (
    <div class="form-section-editor">
      <TextInput
        label={text('sectionTitle')}
        value={section.title}
        maxLength={300}
        required
        error={wrong === undefined ? undefined : errorText(wrong)}
        onChange={(title) => apply({ kind: 'change-section', key: section.key, title })}
      />
      <Sortable
        label={text('fields')}
        onMove={(from, to) => {
          const key = section.fields[from]?.key
          if (key !== undefined) apply({ kind: 'move-field', key, section: section.key, to })
        }}
        items={section.fields.map((field) => ({
          key: field.key,
          name: field.label || text('fieldNameless'),
          content: (
            <FieldRow
              field={field}
              section={section.key}
              builder={builder}
              errors={errors.get(field.key) ?? {}}
              isOpen={open === field.key}
              onToggle={() => onOpen(open === field.key ? undefined : field.key)}
            />
          ),
        }))}
      />
      <AddField section={section.key} builder={builder} onAdded={onOpen} />
      {draft.sections.length > 1 && (
        <Button
          size="small"
          look="quiet"
          label={`${text('sectionRemove')}: ${isolate(section.title)}`}
          onClick={() => apply({ kind: 'remove-section', key: section.key })}
        >
          {text('sectionRemove')}
        </Button>
      )}
    </div>
  )
}

type AddFieldProps = { section: string; builder: Builder; onAdded: (key: string) => void }

function AddField({ section, builder: { apply, newKey }, onAdded }: AddFieldProps) {
  const [type, setType] = useState<FieldType>('text')
  const add = () => {
    const key = newKey()
    const choices = hasChoices(type) ? [text('choiceFirst'), text('choiceSecond')] : []
    apply({ kind: 'add-field', section, key, type, label: '', choices })
    onAdded(key)
  }
  return (
    <div class="add-field">
      <SelectInput
        label={text('fieldNew')}
        value={type}
        onChange={setType}
        choices={formFieldTypes.map((value) => ({ value, label: text(typeTexts[value]) }))}
      />
      <Button onClick={add}>{text('fieldAdd')}</Button>
    </div>
  )
}
