import { eventScopes } from '../accounts/event-scopes.ts'
import type { Role } from './tables.ts'

export const roles = ['owner', 'organiser', 'support', 'read-only'] as const satisfies readonly Role[]

/** The scopes that console operations can require. */
export const consoleScopes = [
  ...eventScopes,
  'keys:read',
  'keys:write',
  'twofactor:read',
  'twofactor:write',
  'issuer:read',
  'issuer:write',
  'deliveries:read',
  'messages:read',
  'webhooks:read',
  'webhooks:write',
  'audit:read',
  'operators:read',
  'operators:write',
  'settings:read',
  'tasks:read',
  'tasks:write',
] as const
type ConsoleScope = (typeof consoleScopes)[number]

/** What each role may do. Only owners may read the text of messages, because it contains codes. */
export const scopesByRole: Readonly<Record<Role, readonly ConsoleScope[]>> = {
  owner: consoleScopes,
  organiser: [...eventScopes, 'webhooks:read', 'webhooks:write', 'tasks:read', 'tasks:write'],
  support: [
    'events:read',
    'registrations:read',
    'registrations:write',
    'attendance:write',
    'contacts:read',
    'twofactor:read',
    'twofactor:write',
    'issuer:read',
    'deliveries:read',
    'tasks:read',
    'tasks:write',
  ],
  'read-only': consoleScopes.filter((scope) => scope.endsWith(':read') && scope !== 'messages:read'),
}
