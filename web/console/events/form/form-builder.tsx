import { useMemo, useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { problemOf } from '../../../ui/problem.ts'
import { showToast } from '../../../ui/toast.tsx'
import { registration } from '../../services.ts'
import { may } from '../../session.ts'
import { SaveBar } from '../details/details-page.tsx'
import { type EventAnswer, matchOf } from '../event.ts'
import { SaveFailure } from '../save-failure.tsx'
import { useSaving } from '../saving.ts'
import { Sortable } from '../sortable.tsx'
import { text } from '../texts.ts'
import { draftOf, type FormAnswer, inputOf } from './draft.ts'
import { errorsByKey, type MemberErrors } from './form-errors.ts'
import { type FormParts, readForm } from './form-parts.ts'
import { FormRules } from './form-rules.tsx'
import { Preview } from './preview.tsx'
import { SectionEditor } from './section-editor.tsx'
import { type Builder, useBuilder } from './use-builder.ts'

type FormBuilderProps = {
  event: EventAnswer
  typeId: string
  parts: FormParts
  form: FormAnswer
  onSaved: (form: FormAnswer) => void
}

export function FormBuilder({ event, typeId, parts, form, onSaved }: FormBuilderProps) {
  const builder = useBuilder(`form ${event.id} ${typeId}`, () => draftOf(form))
  const saving = useSaving()
  const [theirs, setTheirs] = useState<FormAnswer>()
  const { draft } = builder
  const errors = useMemo(() => errorsByKey(draft, saving.problem?.errors ?? []), [draft, saving.problem])
  const settle = (answer: FormAnswer) => {
    builder.settle(draftOf(answer))
    setTheirs(undefined)
    onSaved(answer)
  }
  const save = (version: number) =>
    saving.run(async () => {
      const params = { eventId: event.id }
      const body = inputOf(draft, typeId === '' ? null : typeId)
      try {
        const saved = await registration.saveRegistrationForm({ params, headers: matchOf({ version }), body })
        settle(saved.body)
        showToast(text('formSaved', { version: saved.body.version }))
      } catch (error) {
        if (problemOf(error).code === 'version-changed') setTheirs(await readForm(event.id, typeId))
        throw error
      }
    })
  return (
    <form
      class="builder"
      noValidate
      onSubmit={(submitted) => {
        submitted.preventDefault()
        save(form.version)
      }}
    >
      <div class="builder-edit">
        <VersionNote form={form} isBorrowed={typeId !== '' && form.version === parts.commonVersion} />
        <fieldset disabled={!may('events:write')}>
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
        {may('events:write') && (
          <SaveBar
            isDirty={builder.isDirty}
            isBusy={saving.isBusy}
            onDrop={() => builder.settle(draftOf(form))}
          />
        )}
      </div>
      <Preview draft={draft} theirs={theirs} timezone={event.timezone} />
    </form>
  )
}

/** What saving does to the registrations that there are. */
function VersionNote({ form, isBorrowed }: { form: FormAnswer; isBorrowed: boolean }) {
  if (form.version === 0) return <p class="notice info">{text('formFirst')}</p>
  return (
    <p class="notice info">
      {isBorrowed ? text('formBorrowed') : text('formVersions', { version: form.version })}
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
