import type { AttendanceStatus } from '../tables.ts'

/** What is known of somebody at a place. */
type Presence = {
  readonly status: AttendanceStatus
  readonly checked_in_at: number
  readonly checked_out_at: number | null
}

export type Scan = {
  readonly to: AttendanceStatus
  readonly at: number
  /** Taken at `at` and told later: scans may arrive out of order. */
  readonly late: boolean
  readonly force: boolean
}

type Refusal = 'already-checked-in' | 'not-checked-in'

/** What a scan makes of it. However the scans arrive, the earliest check-in and the last state count. */
export function judgeScan(known: Presence | undefined, scan: Scan): Presence | Refusal {
  return scan.to === 'checked-in' ? judgeIn(known, scan) : judgeOut(known, scan)
}

function judgeIn(known: Presence | undefined, { at, late }: Scan): Presence | Refusal {
  if (known === undefined) return { status: 'checked-in', checked_in_at: at, checked_out_at: null }
  if (late && at < known.checked_in_at) return { ...known, checked_in_at: at }
  if (known.checked_out_at === null || at < known.checked_out_at) return 'already-checked-in'
  return { ...known, status: 'checked-in', checked_out_at: null }
}

function judgeOut(known: Presence | undefined, { at, late, force }: Scan): Presence | Refusal {
  if (known === undefined)
    return force ? { status: 'checked-out', checked_in_at: at, checked_out_at: at } : 'not-checked-in'
  if (known.status === 'checked-out' || (late && at < known.checked_in_at)) return 'not-checked-in'
  return { ...known, status: 'checked-out', checked_out_at: Math.max(at, known.checked_in_at) }
}

type Counted = { readonly status: AttendanceStatus; readonly expected: number }

/** What the counters of the place change by. */
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
