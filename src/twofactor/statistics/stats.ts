import { addToStats, listStats } from '../base/send-store.ts'
import { type Application, monthOf, type Twofactor } from '../base/twofactor.ts'

const MONTHS = 12
/**
 * Flushes run one after the other, so that a caller who flushes and then reads also sees what an earlier flush was
 * still adding.
 */
const flushing = new WeakMap<Twofactor['calls'], Promise<void>>()
const names = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

type MonthStats = {
  sms_count: number
  calls_count: number
  users_count: number
  auths_count: number
  api_calls_count: number
  month: string
  year: number
}

/** The last twelve months, current month first, from counters that are updated with each event. */
export async function readStats(
  service: Twofactor,
  app: Application,
): Promise<{ totalUsers: number; stats: MonthStats[] }> {
  await flushCalls(service)
  const months = lastMonths(service.clock.now())
  const rows = await listStats(service.database, app.id)
  const byMonth = new Map(rows.map((row) => [row.month, row]))
  return {
    totalUsers: rows.reduce((total, { users, removed }) => total + users - removed, 0),
    stats: months.map((month) => toStats(month, byMonth.get(month))),
  }
}

function lastMonths(now: number): string[] {
  const date = new Date(now)
  return Array.from({ length: MONTHS }, (_, back) =>
    monthOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1)),
  )
}

function toStats(month: string, row: Awaited<ReturnType<typeof listStats>>[number] | undefined): MonthStats {
  const [year, number] = month.split('-').map(Number)
  return {
    sms_count: row?.sms ?? 0,
    calls_count: row?.calls ?? 0,
    users_count: row?.users ?? 0,
    auths_count: row?.auths ?? 0,
    api_calls_count: row?.api_calls ?? 0,
    month: names[(number ?? 1) - 1] ?? '',
    year: year ?? 0,
  }
}

export function noteCalls({ calls }: Twofactor, applicationId: string, count: number): void {
  calls.set(applicationId, (calls.get(applicationId) ?? 0) + count)
}

/** Calls are counted in memory and stored once a second, so that no request waits for a statistic. */
export function flushCalls(service: Twofactor): Promise<void> {
  const before = flushing.get(service.calls) ?? Promise.resolve()
  const flush = before.catch(() => {}).then(() => addCalls(service))
  flushing.set(service.calls, flush)
  return flush
}

async function addCalls(service: Twofactor): Promise<void> {
  const counted = [...service.calls]
  service.calls.clear()
  const month = monthOf(service.clock.now())
  while (counted.length > 0) {
    const [applicationId = '', count = 0] = counted.at(-1) ?? []
    try {
      await addToStats(service.database, applicationId, month, { api_calls: count })
    } catch (error) {
      for (const [id, left] of counted) noteCalls(service, id, left)
      throw error
    }
    counted.pop()
  }
}
