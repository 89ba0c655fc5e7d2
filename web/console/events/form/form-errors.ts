import type { FormDraft } from './draft.ts'

type FieldError = { readonly pointer: string; readonly code: string }
/** Maps `choices/1/value` to its error. */
export type MemberErrors = Readonly<Record<string, FieldError>>

/** The server's errors by key of the field or section; `''` is the form itself. */
export function errorsByKey(draft: FormDraft, errors: readonly FieldError[]): Map<string, MemberErrors> {
  const found = new Map<string, MemberErrors>()
  for (const error of errors) {
    const [key, member] = placeOf(draft, error.pointer)
    found.set(key, { [member]: error, ...found.get(key) })
  }
  return found
}

function placeOf(draft: FormDraft, pointer: string): [key: string, member: string] {
  const [, top, section, inside, field, ...rest] = pointer.split('/')
  if (top !== 'sections') return ['', pointer.slice(1)]
  const found = draft.sections[Number(section)]
  if (found === undefined) return ['', pointer.slice(1)]
  const key = inside === 'fields' ? found.fields[Number(field)]?.key : undefined
  return key === undefined ? [found.key, inside ?? ''] : [key, rest.join('/')]
}
