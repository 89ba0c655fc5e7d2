import { hasChoices } from '../../../../src/client/forms.ts'
import type { Answered, registration } from '../../base/services.ts'

export type FormAnswer = Answered<typeof registration.getRegistrationForm>
type FormInput = Parameters<typeof registration.saveRegistrationForm>[0]['body']
type AnsweredField = FormAnswer['sections'][number]['fields'][number]
export type FieldType = AnsweredField['type']
type Validation = AnsweredField['validation']
export type PersonalMember = NonNullable<AnsweredField['personalData']>
type Condition = NonNullable<AnsweredField['visibleIf']>['in']

export type ChoiceDraft = { key: string; value: string; label: string; capacity: string }
/** A field being edited; numbers are kept as typed. */
export type FieldDraft = {
  key: string
  name: string
  /** False while the name is derived from the label; it never changes once answers may use it. */
  isNamed: boolean
  label: string
  help: string
  type: FieldType
  required: boolean
  perAttendee: boolean
  personalData: PersonalMember | ''
  choices: readonly ChoiceDraft[]
  validation: Readonly<Partial<Record<keyof Validation, string>>>
  /** Refers to the field by key, because its name may change until the form is saved. */
  visibleIf: { field: string; in: readonly string[] } | null
}
export type SectionDraft = { key: string; title: string; fields: readonly FieldDraft[] }
export type FormDraft = {
  sections: readonly SectionDraft[]
  optionGroupIds: readonly string[]
  sessionMin: string
  sessionMax: string
}

/** The validation settings of a field type. */
export function wordsOf(type: FieldType): readonly (keyof Validation)[] {
  if (type === 'text' || type === 'textarea') return ['minLength', 'maxLength', 'pattern']
  if (type === 'number') return ['minimum', 'maximum', 'integer']
  if (type === 'multiselect') return ['minItems', 'maxItems']
  return type === 'date' || type === 'time' || type === 'datetime' ? ['min', 'max'] : []
}

/** The registrant's members that a field of this type can fill; the server accepts no others. */
export function personalOf(type: FieldType): readonly PersonalMember[] {
  if (type === 'email') return ['email']
  if (type === 'phone') return ['phone']
  return type === 'text' || type === 'select' || type === 'radio'
    ? ['firstName', 'lastName', 'company', 'title']
    : []
}

export function fieldsOf(draft: FormDraft): FieldDraft[] {
  return draft.sections.flatMap(({ fields }) => fields)
}

export function draftOf(
  form: Pick<FormAnswer, 'sections' | 'optionGroupIds' | 'sessionSelection'>,
): FormDraft {
  const keys = new Map(
    form.sections.flatMap(({ fields }) => fields).map(({ name }, index) => [name, `f${index}`] as const),
  )
  return {
    sections: form.sections.map(({ title, fields }, index) => ({
      key: `s${index}`,
      title,
      fields: fields.map((field) => fieldDraftOf(field, keys)),
    })),
    optionGroupIds: form.optionGroupIds,
    sessionMin: String(form.sessionSelection.min),
    sessionMax: form.sessionSelection.max === null ? '' : String(form.sessionSelection.max),
  }
}

function fieldDraftOf(field: AnsweredField, keys: ReadonlyMap<string, string>): FieldDraft {
  const { name, label, type, required, perAttendee, visibleIf } = field
  const key = keys.get(name) ?? name
  return {
    ...{ key, name, isNamed: true, label, type, required, perAttendee },
    help: field.help ?? '',
    personalData: field.personalData ?? '',
    choices: field.choices.map((choice, index) => ({
      key: `${key}c${index}`,
      value: choice.value,
      label: choice.label,
      capacity: choice.capacity === null ? '' : String(choice.capacity),
    })),
    validation: Object.fromEntries(
      Object.entries(field.validation).map(([word, value]) => [word, String(value)]),
    ),
    visibleIf:
      visibleIf === null
        ? null
        : { field: keys.get(visibleIf.field) ?? '', in: visibleIf.in.map((value) => String(value)) },
  }
}

/** The input for the server. Members that the type does not use are left out. */
export function inputOf(draft: FormDraft, registrationTypeId: string | null): FormInput {
  const byKey = new Map(fieldsOf(draft).map((field) => [field.key, field]))
  return {
    registrationTypeId,
    optionGroupIds: [...draft.optionGroupIds],
    sessionSelection: {
      min: Number(draft.sessionMin || 0),
      max: draft.sessionMax === '' ? null : Number(draft.sessionMax),
    },
    sections: draft.sections.map(({ title, fields }) => ({
      title,
      fields: fields.map((field) => fieldInputOf(field, byKey)),
    })),
  }
}

function fieldInputOf(field: FieldDraft, byKey: ReadonlyMap<string, FieldDraft>) {
  const { name, label, type, required, perAttendee } = field
  return {
    ...{ name, label, type, required, perAttendee },
    help: field.help === '' ? null : field.help,
    personalData: field.personalData === '' ? null : field.personalData,
    choices: hasChoices(type)
      ? field.choices.map((choice) => ({
          value: choice.value,
          label: choice.label,
          capacity: choice.capacity === '' ? null : Number(choice.capacity),
        }))
      : null,
    validation: validationOf(field),
    visibleIf: conditionOf(field, byKey),
  }
}

function validationOf({ type, validation }: FieldDraft): Validation {
  const texts = ['pattern', 'min', 'max']
  const entries = wordsOf(type).flatMap((word) => {
    const typed = validation[word] ?? ''
    if (typed === '' || (word === 'integer' && typed !== 'true')) return []
    return [[word, word === 'integer' ? true : texts.includes(word) ? typed : Number(typed)]]
  })
  return Object.fromEntries(entries) as Validation
}

function conditionOf({ visibleIf }: FieldDraft, byKey: ReadonlyMap<string, FieldDraft>) {
  if (visibleIf === null) return null
  const source = byKey.get(visibleIf.field)
  if (source === undefined) return { field: '', in: [...visibleIf.in] }
  return { field: source.name, in: visibleIf.in.map((value) => valueFor(source.type, value)) }
}

function valueFor(type: FieldType, value: string): Condition[number] {
  if (type === 'boolean' || type === 'consent') return value === 'true'
  return type === 'number' && value.trim() !== '' ? Number(value) : value
}

/** The form as the server would return it, for the preview before saving. */
export function sectionsOf(draft: FormDraft): FormAnswer['sections'] {
  const { sections } = inputOf(draft, null)
  return sections.map(({ title, fields }, at) => ({
    id: draft.sections[at]?.key ?? '',
    title,
    fields: fields.map((field, index) => ({
      ...field,
      id: draft.sections[at]?.fields[index]?.key ?? '',
      help: field.help ?? null,
      required: field.required ?? false,
      perAttendee: field.perAttendee ?? false,
      validation: field.validation ?? {},
      visibleIf: field.visibleIf ?? null,
      personalData: field.personalData ?? null,
      choices: (field.choices ?? []).map((choice) => ({
        ...choice,
        id: choice.value,
        capacity: choice.capacity ?? null,
        remaining: choice.capacity ?? null,
      })),
    })),
  }))
}
