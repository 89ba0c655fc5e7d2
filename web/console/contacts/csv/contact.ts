import { type Column, looksLikeAddress } from './columns.ts'

type Contact = { email: string; customFields?: Record<string, string> } & Record<string, unknown>

/** Why a row cannot be imported; the server makes the final check. */
export type Wrong = 'no-email' | 'bad-email' | 'bad-country' | 'bad-status' | 'too-long'

const limits: Readonly<Record<string, number>> = {
  email: 320,
  firstName: 200,
  lastName: 200,
  company: 300,
  title: 300,
  phone: 50,
  language: 35,
  externalId: 200,
}

const states: Readonly<Record<string, string>> = {
  subscribed: 'subscribed',
  active: 'subscribed',
  yes: 'subscribed',
  unsubscribed: 'unsubscribed',
  inactive: 'unsubscribed',
  no: 'unsubscribed',
  bounced: 'bounced',
}

/** Converts a row by its columns. An empty cell leaves the stored value unchanged. */
export function contactOf(cells: readonly string[], columns: readonly Column[]): Contact {
  const contact: Contact = { email: '' }
  const custom: Record<string, string> = {}
  for (const [at, { heading, target }] of columns.entries()) {
    const value = cells[at] ?? ''
    if (value === '' || target === 'ignore') continue
    if (target === 'custom') custom[heading.slice(0, 100)] = value
    else if (target === 'fullName') Object.assign(contact, splitName(value))
    else if (target === 'countryCode') contact.countryCode = value.toUpperCase()
    else if (target === 'status') contact.status = states[value.toLowerCase()] ?? value
    else contact[target] = value
  }
  if (Object.keys(custom).length > 0) contact.customFields = custom
  return contact
}

/** The last word is taken as the family name. */
function splitName(name: string): { firstName?: string; lastName: string } {
  const at = name.lastIndexOf(' ')
  return at === -1
    ? { lastName: name }
    : { firstName: name.slice(0, at).trim(), lastName: name.slice(at + 1) }
}

export function findWrong(contact: Contact): Wrong[] {
  const { email, countryCode, status } = contact
  const isLong = Object.entries(limits).some(([name, limit]) => String(contact[name] ?? '').length > limit)
  return [
    ...(email === '' ? (['no-email'] as const) : looksLikeAddress(email) ? [] : (['bad-email'] as const)),
    ...(countryCode === undefined || /^[A-Z]{2}$/.test(String(countryCode))
      ? []
      : (['bad-country'] as const)),
    ...(status === undefined || Object.values(states).includes(String(status))
      ? []
      : (['bad-status'] as const)),
    ...(isLong ? (['too-long'] as const) : []),
  ]
}
