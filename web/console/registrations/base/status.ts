import type { Status } from './setting.ts'
import { text } from './texts.ts'

export const statuses: readonly Status[] = [
  'pending',
  'confirmed',
  'waitlisted',
  'offered',
  'declined',
  'expired',
  'cancelled',
]

export const statusTones = {
  pending: 'warn',
  confirmed: 'good',
  waitlisted: 'info',
  offered: 'info',
  declined: undefined,
  expired: undefined,
  cancelled: 'bad',
} as const satisfies Record<Status, 'good' | 'info' | 'warn' | 'bad' | undefined>

const names = {
  pending: 'statusPending',
  confirmed: 'statusConfirmed',
  waitlisted: 'statusWaitlisted',
  offered: 'statusOffered',
  declined: 'statusDeclined',
  expired: 'statusExpired',
  cancelled: 'statusCancelled',
} as const satisfies Record<Status, string>

export function statusText(status: Status): string {
  return text(names[status])
}

export function isLive(status: Status): boolean {
  return status === 'pending' || status === 'confirmed' || status === 'waitlisted' || status === 'offered'
}
