import { Fault } from '../../kernel/base/fault.ts'
import { formatTime, formatTimeOrNull } from '../../kernel/text/times.ts'
import { readDecisions } from '../../platform/audit/tallies.ts'
import { maskForSend, parseInternational } from '../base/phones.ts'
import type { UserRow } from '../base/tables.ts'
import { phoneOf, type Twofactor } from '../base/twofactor.ts'
import { findUserByNumber, findUserByPhone } from '../base/user-store.ts'
import { maskEmail } from '../codes/email-codes.ts'
import { listDevices } from '../devices/device-store.ts'
import { digestPhone } from '../users/users.ts'
import { hasForeignSeed } from './user-store.ts'

const DECISIONS_SHOWN = 24

type UserState = 'open' | 'locked' | 'shut'

/** Finds a user by number or by full phone number, which is looked up by its keyed hash. */
export async function findUser(
  service: Twofactor,
  applicationId: string,
  search: string,
): Promise<UserRow | undefined> {
  const text = search.trim()
  if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647)
    return findUserByNumber(service.database, applicationId, Number(text))
  const phone = parseInternational(text)
  if (phone !== undefined)
    return findUserByPhone(service.database, applicationId, digestPhone(service, phone))
  const message =
    "is neither a user's number nor a whole phone number, which starts with + and its calling code"
  throw new Fault('invalid', {
    detail: `/search ${message}`,
    errors: [{ pointer: '/search', code: 'search', message }],
  })
}

export function describeUser(service: Twofactor, user: UserRow) {
  return {
    number: user.number,
    phone: maskForSend(phoneOf(service, user)),
    email: user.email === null ? null : maskEmail(service.vault.open('twofactor.email', user.email)),
    state: stateOf(user, service.clock.now()),
    lockedUntil: user.shut_at === null ? formatTimeOrNull(user.locked_until) : null,
    failures: user.failures + user.app_failures,
    confirmed: user.confirmed === 1,
    createdAt: formatTime(user.created_at),
  }
}

export async function describeOneUser(service: Twofactor, user: UserRow) {
  const devices = await listDevices(service.database, user.id)
  const decisions = await readDecisions(service, `twofactor-user:${user.id}`, DECISIONS_SHOWN)
  return {
    ...describeUser(service, user),
    devices: devices.map(({ id, name, os_type, created_at, seen_at }) => ({
      id,
      name,
      kind: os_type ?? 'app',
      createdAt: formatTime(created_at),
      seenAt: formatTime(seen_at),
    })),
    otherApp: await hasForeignSeed(service.database, user.id),
    decisions: decisions.map(({ from, decision, amount, lastAt }) => ({
      from: formatTime(from),
      decision,
      amount,
      lastAt: formatTime(lastAt),
    })),
  }
}

function stateOf({ shut_at, locked_until }: UserRow, now: number): UserState {
  if (shut_at !== null) return 'shut'
  return locked_until !== null && locked_until > now ? 'locked' : 'open'
}
