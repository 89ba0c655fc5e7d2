import { createTexts } from '../texts/i18n.ts'
import { en } from './en.ts'
import { type Problem, problemOf } from './problem.ts'

const text = createTexts(en, {
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
})

/** Codes that mean the same to a reader as another code. */
const same: Readonly<Record<string, keyof typeof en>> = {
  'headers-too-large': 'malformed',
  'idempotency-in-progress': 'busy',
  'invalid-api-key': 'unauthenticated',
  'invalid-parameter': 'malformed',
  'key-in-query': 'malformed',
  'missing-scope': 'forbidden',
  'too-slow': 'busy',
  'unknown-path': 'not-found',
  'unsupported-type': 'malformed',
  'wrong-method': 'malformed',
}

/** The only function that turns an error into text in the reader's language. */
export function problemText(error: unknown): string {
  return textOf(problemOf(error))
}

/** A reason says more than the code of its problem. A code without a text is shown as it is, never in another language. */
export function textOf({ status, code, errors }: Pick<Problem, 'status' | 'code' | 'errors'>): string {
  const reason = errors.find(({ pointer, code: one }) => pointer === '' && hasText(one))
  return codeText(reason?.code ?? code, status)
}

export function codeText(code: string, status = 400): string {
  const key = same[code] ?? code
  if (key !== 'refused' && isKey(key)) return text(key)
  return status >= 500 ? text('internal') : text('refused', { code })
}

/** @internal For the test that every code has a text, not only a mention. */
export function hasText(code: string): boolean {
  return code !== 'refused' && isKey(same[code] ?? code)
}

function isKey(code: string): code is Exclude<keyof typeof en, 'refused'> {
  return Object.hasOwn(en, code)
}
