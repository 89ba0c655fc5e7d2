import type { FormField, FormSection } from '../../../src/client/forms.ts'
import { locale } from '../texts/i18n.ts'
import { formText } from './texts.ts'

/** Says when a field applies, for pages that cannot hide it. */
export function conditionText(
  sections: readonly FormSection[],
  { visibleIf }: FormField,
): string | undefined {
  if (visibleIf === null) return undefined
  const source = sections.flatMap(({ fields }) => fields).find(({ name }) => name === visibleIf.field)
  const wordOf = (value: string | number | boolean) => {
    if (typeof value === 'boolean') return formText(value ? 'yes' : 'no')
    return source?.choices.find((choice) => choice.value === value)?.label ?? String(value)
  }
  const values = visibleIf.in.map((value) => `“${wordOf(value)}”`).join(formText('or'))
  return formText('onlyIf', { field: source?.label ?? visibleIf.field, values })
}

type Refused = { readonly code: string }
type Asked = Pick<FormField, 'type' | 'validation'>

/** By the code of the error. */
const errorTexts = new Map<string, (field: Asked) => string>(
  Object.entries({
    required: ({ type }) => requiredText(type),
    format: ({ type }) => formatText(type),
    type: typeText,
    minimum: ({ validation: { minimum } }) => formText('errorMinimum', { limit: digitsOf(minimum) }),
    maximum: ({ validation: { maximum } }) => formText('errorMaximum', { limit: digitsOf(maximum) }),
    minLength: ({ validation: { minLength } }) => formText('errorMinLength', { limit: minLength ?? 1 }),
    maxLength: ({ validation: { maxLength } }) => formText('errorMaxLength', { limit: maxLength ?? 1_000 }),
    minItems: ({ validation: { minItems } }) => formText('errorMinItems', { limit: minItems ?? '' }),
    maxItems: ({ validation: { maxItems } }) => formText('errorMaxItems', { limit: maxItems ?? '' }),
    min: ({ validation: { min } }) => formText('errorMin', { limit: min ?? '' }),
    max: ({ validation: { max } }) => formText('errorMax', { limit: max ?? '' }),
    pattern: () => formText('errorPattern'),
    enum: () => formText('errorChoice'),
  } satisfies Record<string, (field: Asked) => string>),
)

/** The error message of an answer. */
export function errorText(field: Asked, { code }: Refused): string {
  return errorTexts.get(code)?.(field) ?? formText('errorOther')
}

function typeText({ type, validation }: Asked): string {
  if (type !== 'number') return formText('errorOther')
  return formText(validation.integer === true ? 'errorInteger' : 'errorNumber')
}

/** As it is typed: the field may ask for a year. */
function digitsOf(value: number | undefined): string {
  if (value === undefined) return ''
  return new Intl.NumberFormat(locale.value, { useGrouping: false, maximumFractionDigits: 20 }).format(value)
}

function requiredText(type: FormField['type']): string {
  if (type === 'consent') return formText('errorConsent')
  return formText(
    ['select', 'radio', 'multiselect', 'country'].includes(type) ? 'errorChoice' : 'errorRequired',
  )
}

function formatText(type: FormField['type']): string {
  if (type === 'email') return formText('errorEmail')
  if (type === 'phone') return formText('errorPhone')
  if (type === 'url') return formText('errorUrl')
  if (type === 'time') return formText('errorTime')
  if (type === 'country') return formText('errorChoice')
  return formText('errorDate')
}
