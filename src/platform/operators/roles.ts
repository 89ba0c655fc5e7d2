import { eventScopes } from '../accounts/event-scopes.ts'
import type { Role } from './tables.ts'

export const roles = ['owner', 'organiser', 'support', 'read-only'] as const satisfies readonly Role[]

/** What a row of the console may ask for. */
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

/** The one table of what a role may do. The text of messages is for owners alone: codes are in it. */
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
