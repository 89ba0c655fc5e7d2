import { formText } from '../../ui/form/texts.ts'
import { errorText } from '../../ui/form/words.ts'
import { text } from '../base/texts.ts'
import type { FormView, PageErrors } from '../base/view.ts'

/** Error messages by JSON pointer. */
export type Errors = Readonly<Record<string, string>>

type Refused = PageErrors[number]

/** The server's errors, assigned to the controls of the page. */
export function wordErrors(errors: PageErrors, form: FormView | undefined): Errors {
  return Object.fromEntries(errors.map((error) => [placeOf(error, form), wordsOf(error, form)]))
}

function fieldOf({ pointer }: Refused, form: FormView | undefined) {
  const name = /\/answers\/([^/]+)/.exec(pointer)?.[1]
  return form?.sections.flatMap(({ fields }) => fields).find((field) => field.name === name)
}

/** An error of a field linked to a name or address belongs to that control. */
function placeOf(error: Refused, form: FormView | undefined): string {
  const personal = fieldOf(error, form)?.personalData
  const guest = /^\/attendees\/(\d+)/.exec(error.pointer)?.[1]
  const isOwn = guest === undefined || guest === '0'
  if (personal === 'firstName' || personal === 'lastName' || personal === 'email')
    return isOwn ? `/registrant/${personal}` : `/attendees/${guest}/${personal}`
  if (isOwn)
    return error.pointer
      .replace(/^\/attendees\/0\/answers/, '/answers')
      .replace(/^\/attendees\/0/, '/registrant')
  return error.pointer
}

function wordsOf(error: Refused, form: FormView | undefined): string {
  const field = fieldOf(error, form)
  if (field !== undefined) return errorText(field, error)
  if (error.pointer === '/attendees') return text('groupTooLarge')
  if (error.code === 'required' || error.code === 'minLength') return formText('errorRequired')
  if (error.pointer.endsWith('/email')) return formText('errorEmail')
  if (error.pointer.endsWith('/phone')) return formText('errorPhone')
  if (error.code === 'maxLength') return formText('errorMaxLength', { limit: 200 })
  if (error.code === 'closed') return formText('errorClosed')
  if (error.code === 'registration-type') return formText('errorTaken')
  return formText('errorOther')
}

/** A pointer that ends with `/` stands for everything below it. */
export function withoutError(errors: Errors, pointer: string): Errors {
  const isMeant = (key: string) => key === pointer || (pointer.endsWith('/') && key.startsWith(pointer))
  if (!Object.keys(errors).some(isMeant)) return errors
  return Object.fromEntries(Object.entries(errors).filter(([key]) => !isMeant(key)))
}

/** Errors of one person's answers, by field name. */
export function answerErrors(errors: Errors, at: string): Record<string, string> {
  const prefix = `${at}/answers/`
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, words]) => [key.slice(prefix.length), words]),
  )
}
