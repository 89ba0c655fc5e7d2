import { useAsked } from '../../../ui/ask.ts'
import { registration } from '../../base/services.ts'
import type { EventAnswer } from './event.ts'

/** The statuses that need somebody's attention. They are few, so counting them costs little. */
type Counted = 'pending' | 'waitlisted'

/** How many registrations are awaiting approval and on the waiting list; undefined until known. */
export function useStatusCounts({ id, registeredCount, waitlistedCount }: EventAnswer) {
  const { loaded, reload } = useAsked(
    `statuses ${id} ${registeredCount} ${waitlistedCount}`,
    async (signal) => {
      const count = (status: Counted) => countStatus(id, status, signal)
      const [pending, waitlisted] = await Promise.all([count('pending'), count('waitlisted')])
      return { pending, waitlisted }
    },
  )
  return { counts: loaded.status === 'done' ? loaded.value : undefined, reload }
}

async function countStatus(eventId: string, status: Counted, signal: AbortSignal): Promise<number> {
  const { body } = await registration.listRegistrations({
    params: { eventId },
    query: { pageSize: 1, count: true, status },
    signal,
  })
  return (body as { paging: { totalCount?: number } }).paging.totalCount ?? 0
}
