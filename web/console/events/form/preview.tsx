import { useMemo, useState } from 'preact/hooks'
import type { FieldEntries, FieldEntry } from '../../../../src/client/forms.ts'
import { Button } from '../../../ui/button.tsx'
import { checkEntries } from '../../../ui/form/check.ts'
import { FormFields } from '../../../ui/form/form-fields.tsx'
import { EmptyState } from '../../../ui/lists/states.tsx'
import { text } from '../base/texts.ts'
import { type FormAnswer, type FormDraft, fieldsOf, sectionsOf } from './draft.ts'

type PreviewProps = { draft: FormDraft; theirs: FormAnswer | undefined; timezone: string }

/** The form as the registration page shows it: the same components, with conditions and errors. */
export function Preview({ draft, theirs, timezone }: PreviewProps) {
  const [entries, setEntries] = useState<FieldEntries>({})
  const [isChecked, setChecked] = useState(false)
  const [isTheirs, setTheirs] = useState(false)
  const mine = useMemo(() => sectionsOf(withQuestions(draft)), [draft, text('fieldNameless')])
  const sections = isTheirs && theirs !== undefined ? theirs.sections : mine
  const errors = isChecked ? checkEntries(sections, entries, { timezone }) : {}
  const change = (name: string, entry: FieldEntry) => setEntries((known) => ({ ...known, [name]: entry }))
  const count = Object.keys(errors).length
  return (
    <aside class="preview" aria-label={text('preview')}>
      <h2>{text('preview')}</h2>
      <p class="soft">{text('previewLead')}</p>
      {theirs !== undefined && <Versions isTheirs={isTheirs} onChoose={setTheirs} />}
      {fieldsOf(draft).length === 0 && !isTheirs ? (
        <EmptyState title={text('previewEmpty')}>{text('previewEmptyHint')}</EmptyState>
      ) : (
        <div class="preview-form">
          <FormFields
            sections={sections}
            values={entries}
            errors={errors}
            onChange={change}
            timezone={timezone}
            prefix="preview."
          />
          <div class="form-actions">
            <Button onClick={() => setChecked(true)}>{text('previewCheck')}</Button>
            <Button
              look="quiet"
              onClick={() => {
                setEntries({})
                setChecked(false)
              }}
            >
              {text('previewClear')}
            </Button>
          </div>
          <p role="status">{isChecked ? text(count === 0 ? 'previewFine' : 'previewWrong') : ''}</p>
        </div>
      )}
    </aside>
  )
}

/** A question that is not written yet needs a name in the preview. */
function withQuestions(draft: FormDraft): FormDraft {
  const sections = draft.sections.map((section) => ({
    ...section,
    fields: section.fields.map((field) =>
      field.label === '' ? { ...field, label: text('fieldNameless') } : field,
    ),
  }))
  return { ...draft, sections }
}

function Versions({ isTheirs, onChoose }: { isTheirs: boolean; onChoose: (isTheirs: boolean) => void }) {
  return (
    <fieldset class="switch" aria-label={text('preview')}>
      <button type="button" aria-pressed={!isTheirs} onClick={() => onChoose(false)}>
        {text('conflictMine')}
      </button>
      <button type="button" aria-pressed={isTheirs} onClick={() => onChoose(true)}>
        {text('conflictTheirs')}
      </button>
    </fieldset>
  )
}
