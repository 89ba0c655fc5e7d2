import { numberPattern } from '../decision/number-field.tsx'

/** Why a typed number cannot be sent. */
type NumberProblem = 'missing' | 'not-offered'

/**
 * Of the offered numbers one is right, and a wrong one denies the approval. A number that is not among them is a typing
 * error, so the person can correct it and nothing is sent.
 */
export function checkNumber(typed: string, offered: readonly string[]): NumberProblem | undefined {
  if (!numberPattern.test(typed)) return 'missing'
  return offered.includes(typed) ? undefined : 'not-offered'
}
