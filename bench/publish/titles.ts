import type { BesideRow } from '../beside-parse.ts'

/**
 * Each row by its name, in words for readers who do not know the API. `peer` is what another server does in the chart,
 * where that is not the same.
 */
type RowTitle = { readonly title: string; readonly peer?: string }

export const titles: Readonly<Record<string, RowTitle>> = {
  register: { title: 'Register a key' },
  'register-singly': { title: 'Register a key, one commit per key' },
  get: { title: 'Read a key' },
  'get-memory': { title: 'Read a key; the ceiling reads from memory' },
  head: { title: 'Read the headers of a key' },
  'not-modified': { title: 'Read a key that has not changed' },
  poll: { title: 'Poll a pending sign-in' },
  'sign-in': { title: 'Sign in, four requests', peer: 'device flow' },
  approval: { title: 'Approve a request' },
  totp: { title: 'Verify a TOTP code', peer: 'session check' },
  'approval-poll': { title: 'Poll a pending approval' },
  'approval-poll-memory': { title: 'Poll a pending approval; the ceiling reads from memory' },
  sms: { title: 'Send a code by SMS' },
  registration: { title: 'Register for an event' },
  attendee: { title: 'Read an attendee' },
  attendees: { title: 'List 100 attendees' },
  page: { title: 'Open a registration page' },
  'page-long': { title: 'Open a registration page with 2,000 sessions' },
  'page-many': { title: 'Open pages of 500 events in 4 languages' },
}

export const besideTitles: Readonly<Record<BesideRow['name'], RowTitle>> = {
  'registration-postgres': { title: 'Register for an event, PostgreSQL', peer: 'plain object' },
  'attendee-postgres': { title: 'Read an attendee, PostgreSQL', peer: 'plain object' },
}

/** The table of absolute figures counts these, in this order. */
export const perCoreRows: Readonly<Record<string, string>> = {
  'sign-in': 'Sign-ins',
  totp: 'TOTP verifications',
  registration: 'Registrations for an event, SQLite',
  'registration-postgres': 'Registrations for an event, PostgreSQL',
  page: 'Views of a registration page',
}

/** The chart shows these, in this order. */
export const chartRows = [
  'sign-in',
  'approval',
  'totp',
  'sms',
  'registration',
  'registration-postgres',
  'attendee',
  'page',
] as const

export function titleOf({ name, title }: { readonly name: string; readonly title: string }): string {
  return titles[name]?.title ?? title
}
