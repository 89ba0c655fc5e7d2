import type { consoleServer, Listed } from '../base/services.ts'

export type Operator = Listed<typeof consoleServer.listOperators>

export function nameOf({ name, email }: Operator): string {
  return name ?? email
}

export function stateOf({ disabledAt, passkeys }: Operator): 'disabled' | 'invited' | 'live' {
  if (disabledAt !== undefined) return 'disabled'
  return passkeys === 0 ? 'invited' : 'live'
}
