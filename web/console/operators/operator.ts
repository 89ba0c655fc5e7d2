import type { consoleServer } from '../base/services.ts'

export type Operator = Awaited<ReturnType<typeof consoleServer.listOperators>>['body']['data'][number]

export function nameOf({ name, email }: Operator): string {
  return name ?? email
}

export function stateOf({ disabledAt, passkeys }: Operator): 'disabled' | 'invited' | 'live' {
  if (disabledAt !== undefined) return 'disabled'
  return passkeys === 0 ? 'invited' : 'live'
}
