import { useMemo, useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/inputs/form.tsx'
import { may } from '../../base/session.ts'
import type { EventAnswer } from '../base/event.ts'
import { SaveBar } from '../base/save-bar.tsx'
import { SaveFailure } from '../base/save-failure.tsx'
import { Sortable } from '../base/sortable.tsx'
import { text } from '../base/texts.ts'
import type { FormAnswer } from './draft.ts'
import { errorsByKey, type MemberErrors } from './form-errors.ts'
import type { FormParts } from './form-parts.ts'
import { FormRules } from './form-rules.tsx'
import { Preview } from './preview.tsx'
import { SectionEditor } from './section-editor.tsx'
import type { Builder } from './use-builder.ts'
import { useFormEdit } from './use-form-edit.ts'

type FormBuilderProps = {
  event: EventAnswer
  typeId: string
  parts: FormParts
  form: FormAnswer
  onSaved: (form: FormAnswer) => void
}

export function FormBuilder({ event, typeId, parts, form, onSaved }: FormBuilderProps) {
  const { builder, saving, theirs, save, settle } = useFormEdit({ event, typeId, form, onSaved })
  const { draft, isDirty } = builder
  const errors = useMemo(() => errorsByKey(draft, saving.problem?.errors ?? []), [draft, saving.problem])
  const canChange = may('events:write')
  return (
    <Form class="builder" noValidate onSubmit={() => save(builder.version)}>
      <div class="builder-edit">
        <VersionNote
          form={form}
          isBorrowed={typeId !== '' && form.version === parts.commonVersion}
          isEmpty={draft.sections.length === 0}
        />
        <fieldset disabled={!canChange}>
          <Sections builder={builder} errors={errors} />
          <FormRules builder={builder} parts={parts} saving={saving} />
        </fieldset>
        <SaveFailure saving={saving} />
        {theirs !== undefined && (
          <div class="form-actions">
            <Button onClick={() => settle(theirs)}>{text('formTakeTheirs')}</Button>
            <Button onClick={() => save(theirs.version)}>{text('formKeepMine')}</Button>
          </div>
        )}
        {canChange && <SaveBar isDirty={isDirty} isBusy={saving.isBusy} onDrop={() => settle(form)} />}
      </div>
      <Preview draft={draft} theirs={theirs} timezone={event.timezone} />
    </Form>
  )
}

/** Explains what saving means for existing registrations. */
function VersionNote({
  form,
  isBorrowed,
  isEmpty,
}: {
  form: FormAnswer
  isBorrowed: boolean
  isEmpty: boolean
}) {
  if (form.version === 0) return isEmpty ? <p class="notice info">{text('formFirst')}</p> : null
  return (
    <p class="notice info">
      {isBorrowed ? text('formBorrowed') : text('formVersions', { version: String(form.version) })}
    </p>
  )
}

type SectionsProps = { builder: Builder; errors: ReadonlyMap<string, MemberErrors> }

function Sections({ builder, errors }: SectionsProps) {
  const [open, setOpen] = useState<string>()
  const { draft, apply, newKey, canUndo, undo } = builder
  return (
    <>
      <Sortable
        label={text('sections')}
        onMove={(from, to) => apply({ kind: 'move-section', from, to })}
        items={draft.sections.map((section) => ({
          key: section.key,
          name: section.title,
          content: <SectionEditor {...{ section, builder, errors, open }} onOpen={setOpen} />,
        }))}
      />
      <div class="form-actions">
        <Button onClick={() => apply({ kind: 'add-section', key: newKey(), title: text('sectionNew') })}>
          {text('sectionAdd')}
        </Button>
        <Button look="quiet" disabled={!canUndo} onClick={undo}>
          {text('undo')}
        </Button>
      </div>
    </>
  )
}
