/** The scopes that a key of the event services can have; operators' roles contain them too. */
export const eventScopes = [
  'events:read',
  'events:write',
  'registrations:read',
  'registrations:write',
  'attendance:write',
  'contacts:read',
  'contacts:write',
] as const
