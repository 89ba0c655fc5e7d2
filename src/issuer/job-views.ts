import { createCache } from '../kernel/cache.ts'
import type { Context } from '../kernel/context.ts'
import { createWatch, type Watch } from '../kernel/watch.ts'
import type { ChangeFeed } from '../platform/changes/feed.ts'
import { findJob, findJobByTicket } from './job-store.ts'
import type { JobRow, JobStatus } from './tables.ts'

const MOST_JOBS = 100_000

/** Jobs as committed writes left them: polls are answered from here, and the database is asked on a miss. */
export type JobViews = {
  /** By the job itself or by its ticket. */
  find(identifier: string): Promise<JobRow | undefined>
  /** Asks the database, whatever is remembered. */
  reload(job: string): Promise<JobRow | undefined>
  /** Whether nothing was heard of the job since the row was read. */
  isCurrent(row: JobRow): boolean
  /** By job: told when one changes. */
  readonly watch: Watch
  /** By user: told when something is put before them or taken away. */
  readonly inbox: Watch
}

export const jobTopic = 'issuer-job'
export const inboxTopic = 'issuer-inbox'

export function createJobViews(
  { database }: Context,
  changes: Pick<ChangeFeed, 'on' | 'onMissed'>,
): JobViews {
  const rows = createCache<JobRow>({ max: MOST_JOBS })
  const jobsByTicket = createCache<string>({ max: MOST_JOBS })
  const [watch, inbox] = [createWatch(), createWatch()]
  changes.on(jobTopic, (job) => {
    rows.delete(job)
    watch.tell(job)
  })
  changes.on(inboxTopic, (sub) => inbox.tell(sub))
  changes.onMissed(() => {
    rows.clear()
    watch.tellAll()
    inbox.tellAll()
  })
  const findByJob = (job: string) => rows.load(job, () => findJob(database, job))
  async function findByTicket(ticket: string): Promise<JobRow | undefined> {
    const job = await jobsByTicket.load(ticket, async () => (await findJobByTicket(database, ticket))?.job)
    return job === undefined ? undefined : findByJob(job)
  }
  return {
    async find(identifier) {
      if (jobsByTicket.get(identifier) !== undefined) return findByTicket(identifier)
      return (await findByJob(identifier)) ?? findByTicket(identifier)
    },
    reload(job) {
      rows.delete(job)
      return findByJob(job)
    },
    isCurrent: (row) => rows.get(row.job) === row,
    watch,
    inbox,
  }
}

/** A job is over the moment its time is, whenever the sweep comes by. */
export function statusAt({ status, expires_at }: JobRow, now: number): JobStatus {
  return status === 'outstanding' && expires_at <= now ? 'timed_out' : status
}

/** Seconds between two polls: a user who is at it answers within the first half minute. */
export function intervalAt({ created_at }: JobRow, now: number): 1 | 2 | 3 {
  const age = now - created_at
  return age < 30_000 ? 1 : age < 120_000 ? 2 : 3
}
