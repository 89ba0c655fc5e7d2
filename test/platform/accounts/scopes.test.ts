import { describe, expect, it } from 'vitest'
import { decodeScopes, encodeScopes } from '../../../src/platform/accounts/scopes.ts'

describe('scopes', () => {
  it('mean all of the service when left out', () => {
    expect(encodeScopes('events', undefined)).toBe(null)
    expect(decodeScopes('events', null)).toEqual([
      'events:read',
      'events:write',
      'registrations:read',
      'registrations:write',
      'attendance:write',
      'contacts:read',
      'contacts:write',
    ])
  })

  it('are those that were named, once each', () => {
    const stored = encodeScopes('events', ['registrations:read', 'events:read', 'events:read'])
    expect(decodeScopes('events', stored)).toEqual(['events:read', 'registrations:read'])
  })

  it.each([[['events:delete']], [['events:read', 'Events:Read']], [['events:read contacts:read']], [['']]])(
    'refuses %j',
    (scopes) => {
      expect(() => encodeScopes('events', scopes)).toThrow(
        /No scope has this name. Those there are: events:read/,
      )
    },
  )

  it('refuses an empty list, which would be a key for nothing', () => {
    expect(() => encodeScopes('events', [])).toThrow(/Name at least one scope/)
  })

  it('refuses scopes where the service has none', () => {
    expect(encodeScopes('twofactor', undefined)).toBe(null)
    expect(decodeScopes('twofactor', null)).toEqual([])
    expect(() => encodeScopes('twofactor', ['events:read'])).toThrow(/have no scopes/)
  })
})
