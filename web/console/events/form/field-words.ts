import type { FieldDraft, FieldType, PersonalMember } from './draft.ts'

export const typeTexts = {
  text: 'typeText',
  textarea: 'typeTextarea',
  email: 'typeEmail',
  phone: 'typePhone',
  number: 'typeNumber',
  boolean: 'typeBoolean',
  consent: 'typeConsent',
  select: 'typeSelect',
  radio: 'typeRadio',
  multiselect: 'typeMultiselect',
  date: 'typeDate',
  time: 'typeTime',
  datetime: 'typeDatetime',
  country: 'typeCountry',
  url: 'typeUrl',
} as const satisfies Record<FieldType, string>

export const personalTexts = {
  firstName: 'firstName',
  lastName: 'lastName',
  email: 'contactEmail',
  phone: 'contactPhone',
  company: 'company',
  title: 'jobTitle',
} as const satisfies Record<PersonalMember, string>

export const wordTexts = {
  minLength: 'wordMinLength',
  maxLength: 'wordMaxLength',
  pattern: 'wordPattern',
  minimum: 'wordMinimum',
  maximum: 'wordMaximum',
  integer: 'wordInteger',
  minItems: 'wordMinItems',
  maxItems: 'wordMaxItems',
  min: 'wordMin',
  max: 'wordMax',
} as const satisfies Record<keyof FieldDraft['validation'], string>
