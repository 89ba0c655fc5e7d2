export const fieldTypes = [
  'text',
  'textarea',
  'email',
  'phone',
  'number',
  'boolean',
  'consent',
  'select',
  'radio',
  'multiselect',
  'date',
  'time',
  'datetime',
  'country',
  'url',
] as const
export type FieldType = (typeof fieldTypes)[number]

export const choiceTypes: ReadonlySet<FieldType> = new Set(['select', 'radio', 'multiselect'])
