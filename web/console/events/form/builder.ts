import { hasChoices } from '../../../../src/client/forms.ts'
import { moved } from '../base/order.ts'
import {
  type ChoiceDraft,
  type FieldDraft,
  type FieldType,
  type FormDraft,
  fieldsOf,
  personalOf,
  type SectionDraft,
} from './draft.ts'
import { nameFrom } from './names.ts'

export type Change =
  | { kind: 'add-section'; key: string; title: string }
  | { kind: 'change-section'; key: string; title: string }
  | { kind: 'remove-section'; key: string }
  | { kind: 'move-section'; from: number; to: number }
  | {
      kind: 'add-field'
      section: string
      key: string
      type: FieldType
      label: string
      choices: readonly string[]
    }
  | { kind: 'change-field'; key: string; members: Partial<Omit<FieldDraft, 'key'>> }
  | { kind: 'duplicate-field'; key: string; copy: string }
  | { kind: 'remove-field'; key: string }
  | { kind: 'move-field'; key: string; section: string; to: number }
  | { kind: 'set'; members: Partial<Omit<FormDraft, 'sections'>> }

/** Applies a change to the form. Conditions that depend on a removed or later field are repaired. */
export function applyChange(draft: FormDraft, change: Change): FormDraft {
  switch (change.kind) {
    case 'add-section':
      return withSections(draft, [...draft.sections, { key: change.key, title: change.title, fields: [] }])
    case 'change-section':
      return withSections(
        draft,
        draft.sections.map((one) => (one.key === change.key ? { ...one, title: change.title } : one)),
      )
    case 'remove-section':
      return mended(
        draft,
        draft.sections.filter(({ key }) => key !== change.key),
      )
    case 'move-section':
      return mended(draft, moved(draft.sections, change.from, change.to))
    case 'add-field':
      return addField(draft, change)
    case 'change-field':
      return changeField(draft, change.key, change.members)
    case 'duplicate-field':
      return duplicateField(draft, change)
    case 'remove-field':
      return mended(
        draft,
        mapFields(draft, (fields) => fields.filter(({ key }) => key !== change.key)),
      )
    case 'move-field':
      return moveField(draft, change)
    case 'set':
      return { ...draft, ...change.members }
  }
}

function withSections(draft: FormDraft, sections: readonly SectionDraft[]): FormDraft {
  return { ...draft, sections }
}

function mapFields(
  { sections }: FormDraft,
  map: (fields: readonly FieldDraft[], section: string) => readonly FieldDraft[],
): SectionDraft[] {
  return sections.map((section) => ({ ...section, fields: map(section.fields, section.key) }))
}

/** Removes conditions whose field no longer comes before them. */
function mended(draft: FormDraft, sections: readonly SectionDraft[]): FormDraft {
  const earlier = new Set<string>()
  const whole = withSections(draft, sections)
  return withSections(
    draft,
    mapFields(whole, (fields) =>
      fields.map((field) => {
        const isLost = field.visibleIf !== null && !earlier.has(field.visibleIf.field)
        earlier.add(field.key)
        return isLost ? { ...field, visibleIf: null } : field
      }),
    ),
  )
}

function addField(draft: FormDraft, change: Extract<Change, { kind: 'add-field' }>): FormDraft {
  const { key, type, label } = change
  const field: FieldDraft = {
    ...{ key, type, label, isNamed: false, help: '', validation: {}, visibleIf: null, personalData: '' },
    name: nameFrom(label, namesOf(draft)),
    required: type === 'consent',
    perAttendee: false,
    choices: hasChoices(type)
      ? change.choices.map((text, at) => ({ key: `${key}c${at}`, value: text, label: text, capacity: '' }))
      : [],
  }
  return withSections(
    draft,
    mapFields(draft, (fields, section) => (section === change.section ? [...fields, field] : fields)),
  )
}

function namesOf(draft: FormDraft, but?: string): Set<string> {
  return new Set(fieldsOf(draft).flatMap(({ key, name }) => (key === but ? [] : [name])))
}

function changeField(draft: FormDraft, key: string, members: Partial<Omit<FieldDraft, 'key'>>): FormDraft {
  const sections = mapFields(draft, (fields) =>
    fields.map((field) => (field.key === key ? settled({ ...field, ...members }, draft) : field)),
  )
  return withSections(draft, sections)
}

/** Updates the name from the label, and removes what the new type cannot have. */
function settled(field: FieldDraft, draft: FormDraft): FieldDraft {
  const name = field.isNamed ? field.name : nameFrom(field.label, namesOf(draft, field.key))
  const canFill = field.personalData === '' || personalOf(field.type).includes(field.personalData)
  return { ...field, name, personalData: canFill ? field.personalData : '' }
}

function duplicateField(draft: FormDraft, { key, copy }: { key: string; copy: string }): FormDraft {
  const names = namesOf(draft)
  const sections = mapFields(draft, (fields) =>
    fields.flatMap((field) => {
      if (field.key !== key) return [field]
      const choices = field.choices.map((choice, at): ChoiceDraft => ({ ...choice, key: `${copy}c${at}` }))
      const name = nameFrom(field.name, names)
      // Two fields cannot fill the same member, so a copy does not.
      return [field, { ...field, key: copy, name, isNamed: false, choices, personalData: '' as const }]
    }),
  )
  return withSections(draft, sections)
}

function moveField(draft: FormDraft, change: { key: string; section: string; to: number }): FormDraft {
  const field = fieldsOf(draft).find(({ key }) => key === change.key)
  if (field === undefined) return draft
  const sections = mapFields(draft, (fields, section) => {
    const rest = fields.filter(({ key }) => key !== change.key)
    return section === change.section ? [...rest.slice(0, change.to), field, ...rest.slice(change.to)] : rest
  })
  return mended(draft, sections)
}
