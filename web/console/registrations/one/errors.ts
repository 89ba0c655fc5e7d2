import type { FormSection } from '../../../../src/client/forms.ts'
import { formText } from '../../../ui/form/texts.ts'
import { errorText } from '../../../ui/form/words.ts'
import type { Problem } from '../../../ui/problems/problem.ts'
import { text } from '../base/texts.ts'

const texts = {
  required: 'errorRequired',
  minLength: 'errorRequired',
  pattern: 'errorPattern',
  maxLength: 'errorTooLong',
  type: 'errorPattern',
} as const

/** The error message of a member or of anything inside it. */
export function errorAt(problem: Problem | undefined, pointer: string): string | undefined {
  const error = problem?.errors.find(
    (one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`),
  )
  if (error === undefined) return undefined
  if (error.code === 'pattern' && error.pointer.endsWith('/email')) return formText('errorEmail')
  const key = texts[error.code as keyof typeof texts]
  return key === undefined ? formText('errorOther') : text(key)
}

/** Error messages by field name. */
export function errorsOfAnswers(
  problem: Problem | undefined,
  sections: readonly FormSection[],
): Record<string, string> {
  const fields = sections.flatMap((section) => section.fields)
  const found = (problem?.errors ?? []).flatMap((error): [string, string][] => {
    const name = /^(?:\/attendees\/0)?\/answers\/([^/]+)/.exec(error.pointer)?.[1]
    const field = fields.find((one) => one.name === name)
    return field === undefined ? [] : [[field.name, errorText(field, error)]]
  })
  return Object.fromEntries(found)
}
