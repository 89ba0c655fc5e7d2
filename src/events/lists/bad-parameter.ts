import { Fault } from '../../kernel/base/fault.ts'

export function badParameter(name: string, message: string, cause?: unknown): Fault {
  const pointer = `/query/${name}`
  return new Fault('invalid-parameter', {
    detail: `${pointer} ${message}`,
    errors: [{ pointer, code: name, message }],
    cause,
  })
}

/** A cursor or token that this server did not issue is reported as a bad query parameter. */
export function inQuery<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw badParameter(
      name,
      'is not one that this list gave out: leave it out to start at the beginning',
      cause,
    )
  }
}
