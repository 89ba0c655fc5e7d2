import { formFieldTypes, hasChoices } from '../../../../src/client/forms.ts'
import { AreaInput, CheckInput, SelectInput, TextInput } from '../../../ui/inputs/inputs.tsx'
import { errorText } from '../base/failure.ts'
import { text } from '../base/texts.ts'
import { ChoiceEditor } from './choice-editor.tsx'
import { ConditionEditor } from './condition-editor.tsx'
import { type FieldDraft, personalOf, wordsOf } from './draft.ts'
import type { FieldPartProps } from './field-part.ts'
import { personalTexts, typeTexts, wordTexts } from './field-words.ts'
import type { MemberErrors } from './form-errors.ts'
import type { Builder } from './use-builder.ts'

type FieldEditorProps = { field: FieldDraft; section: string; builder: Builder; errors: MemberErrors }

export function FieldEditor({ field, section, builder, errors }: FieldEditorProps) {
  const part: FieldPartProps = {
    field,
    builder,
    errorAt: (member) => {
      const error = errors[member]
      return error === undefined ? undefined : errorText(error)
    },
    onChange: (members) => builder.apply({ kind: 'change-field', key: field.key, members }),
  }
  return (
    <div class="field-editor">
      <Words {...part} />
      {hasChoices(field.type) && <ChoiceEditor {...part} />}
      <CheckInput
        label={text(field.type === 'consent' ? 'consentRequired' : 'fieldRequired')}
        value={field.required}
        onChange={(required) => part.onChange({ required })}
      />
      <ConditionEditor {...part} />
      <details>
        <summary>{text('more')}</summary>
        <Rules {...part} />
        <Use {...part} />
        <Place field={field} section={section} builder={builder} />
      </details>
    </div>
  )
}

function Words({ field, errorAt, onChange }: FieldPartProps) {
  return (
    <>
      <TextInput
        label={text('fieldLabel')}
        value={field.label}
        maxLength={500}
        required
        error={errorAt('label')}
        onChange={(label) => onChange({ label })}
      />
      <AreaInput
        label={text('fieldHelp')}
        value={field.help}
        maxLength={2_000}
        error={errorAt('help')}
        onChange={(help) => onChange({ help })}
      />
      <SelectInput
        label={text('fieldType')}
        value={field.type}
        onChange={(type) => onChange({ type })}
        choices={formFieldTypes.map((value) => ({ value, label: text(typeTexts[value]) }))}
      />
    </>
  )
}

/** The validation settings of a field. */
function Rules({ field, errorAt, onChange }: FieldPartProps) {
  const words = wordsOf(field.type)
  const set = (word: keyof FieldDraft['validation'], value: string) =>
    onChange({ validation: { ...field.validation, [word]: value } })
  return (
    <>
      {words.map((word) =>
        word === 'integer' ? (
          <CheckInput
            key={word}
            label={text(wordTexts[word])}
            value={field.validation[word] === 'true'}
            error={errorAt(`validation/${word}`)}
            onChange={(isWhole) => set(word, isWhole ? 'true' : '')}
          />
        ) : (
          <TextInput
            key={word}
            label={text(wordTexts[word])}
            {...(word === 'pattern' ? { help: text('patternHelp') } : {})}
            {...(word === 'min' || word === 'max' ? { help: text('timeHelp') } : {})}
            value={field.validation[word] ?? ''}
            error={errorAt(`validation/${word}`)}
            onChange={(value) => set(word, value)}
          />
        ),
      )}
    </>
  )
}

/** How an answer is used. */
function Use({ field, errorAt, onChange }: FieldPartProps) {
  const members = personalOf(field.type)
  return (
    <>
      {members.length > 0 && (
        <SelectInput
          label={text('personalData')}
          help={text('personalDataHelp')}
          value={field.personalData}
          error={errorAt('personalData')}
          onChange={(personalData) => onChange({ personalData })}
          choices={[
            { value: '', label: text('nothing') },
            ...members.map((value) => ({ value, label: text(personalTexts[value]) })),
          ]}
        />
      )}
      <CheckInput
        label={text('perAttendee')}
        help={text('perAttendeeHelp')}
        value={field.perAttendee}
        onChange={(perAttendee) => onChange({ perAttendee })}
      />
      <TextInput
        label={text('fieldName')}
        help={text('fieldNameHelp')}
        value={field.name}
        maxLength={60}
        required
        error={errorAt('name')}
        onChange={(name) => onChange({ name, isNamed: true })}
      />
    </>
  )
}

/** Moves a field to another section; within a section it is dragged. */
function Place({ field, section, builder: { draft, apply } }: Omit<FieldEditorProps, 'errors'>) {
  if (draft.sections.length < 2) return null
  return (
    <SelectInput
      label={text('fieldSection')}
      value={section}
      onChange={(chosen) => {
        const to = draft.sections.find(({ key }) => key === chosen)?.fields.length ?? 0
        apply({ kind: 'move-field', key: field.key, section: chosen, to })
      }}
      choices={draft.sections.map(({ key, title }) => ({ value: key, label: title }))}
    />
  )
}
