import type { Operation } from '../../kernel/contract/operation.ts'

/** Reads the texts of messages, and so the codes and links in them. */
const MESSAGES = 'messages:read'

/**
 * Whether answers to the console are compressed. The length of a compressed answer can give a secret in it away (BREACH),
 * so only answers to reads are: secrets are shown when they are created, and what belongs to the session itself needs no
 * scope.
 */
export function isCompressible({ auth, scope = '', secret }: Operation): boolean {
  return auth === 'operator' && scope.endsWith(':read') && scope !== MESSAGES && secret !== true
}
