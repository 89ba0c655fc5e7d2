import { useAsked } from '../../../ui/ask.ts'
import { registration } from '../../base/services.ts'
import type { EventAnswer } from './event.ts'

/** The statuses that need somebody's attention. They are few, so counting them costs little. */
const countedStatuses = ['pending', 'waitlisted'] as const

type StatusCounts = Readonly<Record<(typeof countedStatuses)[number], number>>

/** How many registrations are awaiting approval and on the waiting list; undefined until known. */
export function useStatusCounts({ id, registeredCount, waitlistedCount }: EventAnswer) {
  const { loaded, reload } = useAsked(
    `statuses ${id} ${registeredCount} ${waitlistedCount}`,
    async (signal) => {
      const counts = await Promise.all(countedStatuses.map((status) => countStatus(id, status, signal)))
      return { pending: counts[0] ?? 0, waitlisted: counts[1] ?? 0 } satisfies StatusCounts
    },
  )
  return { counts: loaded.status === 'done' ? loaded.value : undefined, reload }
}

async function countStatus(
  eventId: string,
  status: (typeof countedStatuses)[number],
  signal: AbortSignal,
): Promise<number> {
  const { body } = await registration.listRegistrations({
    params: { eventId },
    query: { pageSize: 1, count: true, status },
    signal,
  })
  return (body as { paging: { totalCount?: number } }).paging.totalCount ?? 0
}
