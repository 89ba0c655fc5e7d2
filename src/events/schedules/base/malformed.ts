import { Fault } from '../../../kernel/base/fault.ts'

export function malformed(detail: string): Fault {
  return new Fault('malformed', { detail })
}

export function tooLarge(detail: string): Fault {
  return new Fault('too-large', { detail })
}
