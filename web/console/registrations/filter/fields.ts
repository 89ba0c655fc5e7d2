import { isolate } from '../../../ui/texts/isolate.ts'
import type { FormField, Setting } from '../base/setting.ts'
import { statuses, statusText } from '../base/status.ts'
import { text } from '../base/texts.ts'
import type { Op } from './draft.ts'

type FieldKind = 'text' | 'choice' | 'number' | 'moment' | 'date' | 'clock' | 'flag'
type Choice = { readonly value: string; readonly label: string }

/** What a field or column is about, in the order of lists. */
export const fieldGroups = {
  registration: 'groupRegistration',
  answers: 'groupAnswers',
  attendee: 'groupAttendee',
} as const

export type FilterField = {
  readonly name: string
  readonly label: string
  readonly group: keyof typeof fieldGroups
  readonly kind: FieldKind
  readonly choices?: readonly Choice[]
}

const ordered: readonly Op[] = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'between', 'isNull', 'isNotNull']

const opsByKind: Readonly<Record<FieldKind, readonly Op[]>> = {
  text: ['contains', 'startsWith', 'eq', 'ne', 'in', 'nin', 'isNull', 'isNotNull'],
  choice: ['eq', 'ne', 'in', 'nin', 'isNull', 'isNotNull'],
  number: ordered,
  moment: ordered,
  date: ordered,
  clock: ordered,
  flag: ['eq', 'isNull', 'isNotNull'],
}

/** The operators that the builder offers; one that came with a saved filter stays. */
export function opsOf(kind: FieldKind, current?: Op): readonly Op[] {
  const offered = opsByKind[kind]
  return current === undefined || offered.includes(current) ? offered : [...offered, current]
}

/** The initial values of a new condition on the field. */
export function startOf({ kind, choices }: FilterField): { op: Op; values: readonly unknown[] } {
  if (kind === 'flag') return { op: 'eq', values: [true] }
  if (kind === 'choice') return { op: 'eq', values: [choices?.[0]?.value ?? ''] }
  if (kind === 'text') return { op: 'contains', values: [''] }
  return { op: 'gte', values: [''] }
}

const kindOfType: Readonly<Partial<Record<FormField['type'], FieldKind>>> = {
  number: 'number',
  boolean: 'flag',
  consent: 'flag',
  select: 'choice',
  radio: 'choice',
  multiselect: 'choice',
  date: 'date',
  time: 'clock',
  datetime: 'moment',
}

/** Everything that registrations of an event can be filtered by. */
export function fieldsOf(setting: Setting): FilterField[] {
  return [...ownFields(setting), ...answerFields(setting, ''), ...attendeeFields(setting)]
}

function own(name: string, label: string, kind: FieldKind, choices?: readonly Choice[]): FilterField {
  return { name, label, kind, group: 'registration', ...(choices === undefined ? {} : { choices }) }
}

function ownFields({ types, groups, sessions }: Setting): FilterField[] {
  const named = (items: readonly { id: string; name: string }[]) =>
    items.map(({ id, name }) => ({ value: id, label: name }))
  const options = groups.flatMap((group) =>
    group.options.map((option) => ({
      value: option.id,
      label: `${isolate(group.name)}: ${isolate(option.name)}`,
    })),
  )
  const titles = sessions.map(({ id, title }) => ({ value: id, label: title }))
  return [
    own(
      'status',
      text('fieldStatus'),
      'choice',
      statuses.map((value) => ({ value, label: statusText(value) })),
    ),
    ...(types.length === 0 ? [] : [own('registrationTypeId', text('fieldType'), 'choice', named(types))]),
    own('registrant.firstName', text('fieldFirstName'), 'text'),
    own('registrant.lastName', text('fieldLastName'), 'text'),
    own('registrant.email', text('fieldEmail'), 'text'),
    own('registrant.phone', text('fieldPhone'), 'text'),
    own('registrant.company', text('fieldCompany'), 'text'),
    own('registrant.title', text('fieldTitle'), 'text'),
    own('confirmationNumber', text('fieldNumber'), 'text'),
    own('registeredAt', text('fieldRegisteredAt'), 'moment'),
    own('updatedAt', text('fieldUpdatedAt'), 'moment'),
    own('cancelledAt', text('fieldCancelledAt'), 'moment'),
    own('cancelReason', text('fieldCancelReason'), 'text'),
    own('expiresAt', text('fieldExpiresAt'), 'moment'),
    own('tags', text('fieldTags'), 'text'),
    own('note', text('fieldNote'), 'text'),
    own('source', text('fieldSource'), 'text'),
    ...(options.length === 0 ? [] : [own('options.optionId', text('fieldOption'), 'choice', options)]),
    ...(titles.length === 0 ? [] : [own('sessionIds', text('fieldSession'), 'choice', titles)]),
  ]
}

function answerFields({ fields }: Setting, prefix: '' | 'attendee.'): FilterField[] {
  return fields.map((field) => ({
    name: `${prefix}answers.${field.name}`,
    label: field.label,
    group: prefix === '' ? 'answers' : 'attendee',
    kind: kindOfType[field.type] ?? 'text',
    ...(field.choices.length === 0
      ? {}
      : { choices: field.choices.map(({ value, label }) => ({ value, label })) }),
  }))
}

function attendeeFields(setting: Setting): FilterField[] {
  const of = (name: string, label: string, kind: FieldKind): FilterField => ({
    name: `attendee.${name}`,
    label,
    kind,
    group: 'attendee',
  })
  const all = [
    of('firstName', text('fieldFirstName'), 'text'),
    of('lastName', text('fieldLastName'), 'text'),
    of('email', text('fieldEmail'), 'text'),
    of('company', text('fieldCompany'), 'text'),
    of('title', text('fieldTitle'), 'text'),
    of('phone', text('fieldPhone'), 'text'),
    of('checkedIn', text('fieldCheckedIn'), 'flag'),
    of('checkedInAt', text('fieldCheckedInAt'), 'moment'),
    of('isGuest', text('fieldIsGuest'), 'flag'),
    ...answerFields(setting, 'attendee.'),
  ]
  // The registrant has fields of the same names.
  return all.map((field) => ({ ...field, label: `${text('groupAttendee')}: ${isolate(field.label)}` }))
}

/** A field that the event no longer has keeps its name, so that a saved filter is shown unchanged. */
export function fieldNamed(fields: readonly FilterField[], name: string): FilterField {
  return (
    fields.find((field) => field.name === name) ?? { name, label: name, group: 'registration', kind: 'text' }
  )
}
