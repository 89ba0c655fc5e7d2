import { Fault, type FieldError } from '../kernel/base/fault.ts'

/** Status 422 with a JSON pointer to each invalid member. */
export function invalid(errors: readonly FieldError[]): Fault {
  const detail = errors
    .slice(0, 20)
    .map(({ pointer, message }) => `${pointer} ${message}`.trim())
    .join('; ')
  return new Fault('invalid', { detail, errors: errors.slice(0, 100) })
}

export function wrong(pointer: string, code: string, message: string): Fault {
  return invalid([fieldError(pointer, code, message)])
}

/** Why a member is invalid. */
export function fieldError(pointer: string, code: string, message: string): FieldError {
  return { pointer, code, message }
}
