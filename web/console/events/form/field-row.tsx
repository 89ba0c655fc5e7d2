import { useId } from 'preact/hooks'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { text } from '../base/texts.ts'
import type { FieldDraft } from './draft.ts'
import { FieldEditor } from './field-editor.tsx'
import { typeTexts } from './field-words.ts'
import type { MemberErrors } from './form-errors.ts'
import type { Builder } from './use-builder.ts'

type FieldRowProps = {
  field: FieldDraft
  /** The key of its section. */
  section: string
  builder: Builder
  errors: MemberErrors
  isOpen: boolean
  onToggle: () => void
}

export function FieldRow({ field, section, builder, errors, isOpen, onToggle }: FieldRowProps) {
  const id = useId()
  const { apply, newKey } = builder
  const name = field.label || text('fieldNameless')
  const hasErrors = Object.keys(errors).length > 0
  return (
    <div class="field-row">
      <div class="item">
        <button
          type="button"
          class="item-text plain-button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
        >
          <strong>
            <bdi class="clip-2">{name}</bdi>
          </strong>
          <span class="soft">
            {text(typeTexts[field.type])}
            {field.required && ` · ${text('required')}`}
            {field.visibleIf !== null && ` · ${text('conditional')}`}
            {field.perAttendee && ` · ${text('perAttendeeShort')}`}
          </span>
          {hasErrors && <Badge tone="bad">{text('fieldWrong')}</Badge>}
        </button>
        <div class="item-actions">
          <Button
            size="small"
            look="quiet"
            label={text('duplicateNamed', { name })}
            onClick={() => apply({ kind: 'duplicate-field', key: field.key, copy: newKey() })}
          >
            {text('duplicate')}
          </Button>
          <Button
            size="small"
            look="quiet"
            label={text('removeNamed', { name })}
            onClick={() => apply({ kind: 'remove-field', key: field.key })}
          >
            {text('remove')}
          </Button>
        </div>
      </div>
      <div id={id}>
        {(isOpen || hasErrors) && (
          <FieldEditor field={field} section={section} builder={builder} errors={errors} />
        )}
      </div>
    </div>
  )
}
