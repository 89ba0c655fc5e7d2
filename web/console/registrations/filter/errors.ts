import { text } from '../base/texts.ts'

type FieldError = { readonly pointer: string; readonly code: string }

const texts = {
  value: 'wrongValue',
  required: 'wrongValue',
  minItems: 'wrongMissing',
  between: 'wrongBetween',
  'wrong-operator': 'wrongOperator',
  'unknown-operator': 'wrongOperator',
  'unknown-field': 'wrongField',
  depth: 'wrongDepth',
  maxLeaves: 'wrongTooMany',
  maxValues: 'wrongTooMany',
  maxLength: 'wrongTooLong',
} as const

/** Error messages by node: an error belongs to the innermost node that contains its pointer. */
export function wrongNodes(
  pointers: ReadonlyMap<string, string>,
  errors: readonly FieldError[],
): ReadonlyMap<string, string> {
  const wrong = new Map<string, string>()
  for (const { pointer, code } of errors) {
    const [innermost] = [...pointers]
      .filter(([, own]) => pointer === own || pointer.startsWith(`${own}/`))
      .sort(([, a], [, b]) => b.length - a.length)
    const key = texts[code as keyof typeof texts]
    if (innermost !== undefined) wrong.set(innermost[0], key === undefined ? text('wrongValue') : text(key))
  }
  return wrong
}
