import { createCache } from '../../kernel/base/cache.ts'
import { createWatch, type Watch } from '../../kernel/base/watch.ts'
import type { Context } from '../../kernel/context.ts'
import type { ChangeFeed } from '../../platform/changes/feed.ts'
import { findJob, findJobByEither } from './job-store.ts'
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
  /** Concurrent calls share one look, until something is heard. */
  const lookups = new Map<string, Promise<JobRow | undefined>>()
  /** Of changes: a row that was read while one was heard may be older than it. */
  let heard = 0
  changes.on(jobTopic, (job) => {
    heard += 1
    lookups.clear()
    rows.delete(job)
    watch.tell(job)
  })
  changes.on(inboxTopic, (sub) => inbox.tell(sub))
  changes.onMissed(() => {
    heard += 1
    lookups.clear()
    rows.clear()
    watch.tellAll()
    inbox.tellAll()
  })
  const findByJob = (job: string) => rows.load(job, () => findJob(database, job))
  function lookUp(identifier: string): Promise<JobRow | undefined> {
    const running = lookups.get(identifier)
    if (running !== undefined) return running
    const started = look(identifier).finally(() => {
      if (lookups.get(identifier) === started) lookups.delete(identifier)
    })
    lookups.set(identifier, started)
    return started
  }
  async function look(identifier: string): Promise<JobRow | undefined> {
    const before = heard
    const row = await findJobByEither(database, identifier)
    if (row === undefined) return undefined
    if (row.ticket === identifier) jobsByTicket.set(identifier, row.job)
    // Whoever was faster has put it there, and may be waiting with it.
    if (heard !== before || rows.get(row.job) !== undefined) return findByJob(row.job)
    rows.set(row.job, row)
    return row
  }
  return {
    async find(identifier) {
      const job = jobsByTicket.get(identifier)
      return job === undefined ? (rows.get(identifier) ?? lookUp(identifier)) : findByJob(job)
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
