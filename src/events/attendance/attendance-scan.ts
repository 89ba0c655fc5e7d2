import type { AttendanceStatus } from '../records/tables.ts'

/** What is recorded about an attendee at a place. */
type Presence = {
  readonly status: AttendanceStatus
  /** The earliest known time, from a check-in or from a forced check-out. */
  readonly checked_in_at: number
  readonly checked_out_at: number | null
  /** When the scan that decides the status was taken; older records have no such time. */
  readonly decided_at: number | null
}

export type Scan = {
  readonly to: AttendanceStatus
  readonly at: number
  /** The scan was taken at `at` and reported later, so scans may arrive out of order. */
  readonly late: boolean
  readonly force: boolean
}

type Refusal = 'already-checked-in' | 'not-checked-in'
type Judged = { readonly presence: Presence; readonly refusal?: Refusal }

/**
 * Decides what a scan changes. The earliest check-in time counts, and the state of the scan that was taken last,
 * whatever order scans arrive in. A refused scan may still be the last one: its time is stored so that no older scan
 * undoes the state.
 */
export function judgeScan(known: Presence | undefined, scan: Scan): Judged | Refusal {
  if (known === undefined) return judgeFirst(scan)
  const decided = decidedAt(known)
  // A live scan follows everything recorded so far, whatever the scanner's clock says.
  const at = scan.late ? scan.at : Math.max(scan.at, decided)
  return isLast(scan, decided) ? judgeLast(known, { ...scan, at }) : judgeOlder(known, scan)
}

/** Whether the scan was taken after the one that decides so far. If both have the same time, the check-out counts as later. */
export function isLast({ at, late, to }: Scan, decided: number): boolean {
  return !late || at > decided || (at === decided && to === 'checked-out')
}

/** Also correct if an older release, which does not know this column, has changed the record. */
export function decidedAt({ decided_at, checked_in_at, checked_out_at }: Presence): number {
  return Math.max(decided_at ?? 0, checked_in_at, checked_out_at ?? 0)
}

function judgeFirst({ to, at, force }: Scan): Judged | Refusal {
  if (to === 'checked-out' && !force) return 'not-checked-in'
  const checked_out_at = to === 'checked-out' ? at : null
  return { presence: { status: to, checked_in_at: at, checked_out_at, decided_at: at } }
}

function judgeLast(known: Presence, { to, at, late }: Scan): Judged {
  const noted = { ...known, decided_at: at }
  if (to === 'checked-in') {
    if (known.status === 'checked-in') return { presence: noted, refusal: 'already-checked-in' }
    return { presence: { ...noted, status: to, checked_out_at: null } }
  }
  if (known.status === 'checked-out' && !late) return { presence: noted, refusal: 'not-checked-in' }
  return { presence: { ...noted, status: to, checked_out_at: at } }
}

/** An older scan cannot change the state: the deciding scan was taken later. */
function judgeOlder(known: Presence, { to, at, force }: Scan): Judged | Refusal {
  const decided_at = decidedAt(known)
  const checked_out_at = known.status === 'checked-out' ? decided_at : null
  const standing = { ...known, decided_at, checked_out_at }
  if (to === 'checked-out' && at >= known.checked_in_at) return { presence: standing }
  if (to === 'checked-out' && !force) return 'not-checked-in'
  if (to === 'checked-in' && at >= known.checked_in_at) return 'already-checked-in'
  return { presence: { ...standing, checked_in_at: at } }
}

type Counted = { readonly status: AttendanceStatus; readonly expected: number }

/** The amounts by which the counters of the place change. */
export function countsBetween(
  before: Counted | undefined,
  after: Counted | undefined,
): { checkedIn: number; checkedOut: number; walkIns: number } {
  const change = (has: (record: Counted) => boolean) =>
    Number(after !== undefined && has(after)) - Number(before !== undefined && has(before))
  return {
    checkedIn: change(({ status }) => status === 'checked-in'),
    checkedOut: change(({ status }) => status === 'checked-out'),
    walkIns: change(({ expected }) => expected === 0),
  }
}
