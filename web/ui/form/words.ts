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

/** The error message of an answer. */
export function errorText(field: Pick<FormField, 'type' | 'validation'>, { code }: Refused): string {
  const { type, validation } = field
  const limit = (value: number | string | undefined) => ({ limit: value ?? '' })
  switch (code) {
    case 'required':
      return requiredText(type)
    case 'format':
      return formatText(type)
    case 'type':
      if (type === 'number') return formText(validation.integer === true ? 'errorInteger' : 'errorNumber')
      return formText('errorOther')
    case 'minimum':
      return formText('errorMinimum', limit(digitsOf(validation.minimum)))
    case 'maximum':
      return formText('errorMaximum', limit(digitsOf(validation.maximum)))
    case 'minLength':
      return formText('errorMinLength', { limit: validation.minLength ?? 1 })
    case 'maxLength':
      return formText('errorMaxLength', { limit: validation.maxLength ?? 1_000 })
    case 'minItems':
      return formText('errorMinItems', limit(validation.minItems))
    case 'maxItems':
      return formText('errorMaxItems', limit(validation.maxItems))
    case 'min':
      return formText('errorMin', limit(validation.min))
    case 'max':
      return formText('errorMax', limit(validation.max))
    case 'pattern':
      return formText('errorPattern')
    case 'enum':
      return formText('errorChoice')
    default:
      return formText('errorOther')
  }
}

/** As it is typed: the field may ask for a year. */
function digitsOf(value: number | undefined): string | undefined {
  if (value === undefined) return undefined
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
