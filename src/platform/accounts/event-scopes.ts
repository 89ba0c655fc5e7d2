/** What a key of the event services may be for; an operator's role is made of them too. */
export const eventScopes = [
  'events:read',
  'events:write',
  'registrations:read',
  'registrations:write',
  'attendance:write',
  'contacts:read',
  'contacts:write',
] as const
