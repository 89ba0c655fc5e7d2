import type { FaultKind } from '../base/fault.ts'
import type { Api } from './api.ts'
import type { Operation } from './operation.ts'

/** Every error code that an operation may return: its own, and those that any request of its kind can cause. */
export function declaredProblems(api: Api, operation: Operation): string[] {
  const kinds: FaultKind[] = [
    'malformed',
    'invalid',
    'invalid-parameter',
    'headers-too-large',
    'busy',
    'internal',
  ]
  const takesBody = operation.method !== 'GET' && operation.method !== 'HEAD'
  if (takesBody || operation.bag !== undefined) kinds.push('too-large', 'unsupported-type')
  if (operation.limit !== undefined) kinds.push('rate-limited')
  if (operation.auth === 'api-key') kinds.push('unauthenticated', 'forbidden', 'rate-limited')
  // The organisation does not exist, or this operator has no access to it.
  if (operation.auth === 'operator')
    kinds.push('unauthenticated', 'forbidden', 'rate-limited', 'unknown-path')
  if (api.onlyFrom !== undefined) kinds.push('forbidden')
  return [...new Set([...(operation.problems ?? []), ...kinds.map((kind) => api.faults[kind])])]
}
