import { createCache } from '../../kernel/base/cache.ts'
import { createWatch, type Watch } from '../../kernel/base/watch.ts'
import type { Context } from '../../kernel/context.ts'
import type { ChangeFeed } from '../../platform/changes/feed.ts'
import { findJob, findJobByEither } from './job-store.ts'
import type { JobRow, JobStatus } from './tables.ts'

const MOST_JOBS = 100_000

/** Jobs in memory. Polls are answered from here where no other process writes; on a miss the database is read. */
export type JobViews = {
  /** Finds a job by its ID or by its ticket, as of the last committed write of any process. */
  find(identifier: string): Promise<JobRow | undefined>
  /** The same at once; undefined if the database has to be asked. */
  recall(identifier: string): JobRow | undefined
  /** Keeps a committed row in memory, so that the next read needs no database. */
  keep(row: JobRow): void
  /** Reads the job from the database even if it is in memory. */
  reload(job: string): Promise<JobRow | undefined>
  /** True if no change of the job was reported since the row was read. */
  isCurrent(row: JobRow): boolean
  /** By job: notified when the job changes. */
  readonly watch: Watch
  /** By user: notified when a job is added to or removed from the user's inbox. */
  readonly inbox: Watch
}

export const jobTopic = 'issuer-job'
export const inboxTopic = 'issuer-inbox'

export function createJobViews(
  { database }: Context,
  changes: Pick<ChangeFeed, 'on' | 'onMissed'>,
  { isAlone }: { isAlone: boolean },
): JobViews {
  const rows = createCache<JobRow>({ max: MOST_JOBS })
  const jobsByTicket = createCache<string>({ max: MOST_JOBS })
  const [watch, inbox] = [createWatch(), createWatch()]
  /** Concurrent calls share one database read, until a change is reported. */
  const lookups = new Map<string, Promise<JobRow | undefined>>()
  /** Counts reported changes. A row that was read while a change was reported may be older than that change. */
  let heard = 0
  changes.on(jobTopic, (job) => {
    heard += 1
    lookups.clear()
    // An ended job does not change any more, so only an outstanding row can be out of date.
    const known = rows.get(job)
    if (known === undefined || known.status === 'outstanding') rows.delete(job)
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
    // A concurrent call has already stored the row: return that same object, because others may be waiting on it.
    if (heard !== before || rows.get(row.job) !== undefined) return findByJob(row.job)
    rows.set(row.job, row)
    return row
  }
  /** The changes of other processes are reported a moment later. */
  async function confirm(known: JobRow): Promise<JobRow | undefined> {
    const row = await findJob(database, known.job)
    // A change was reported in the meantime, which may be newer than what was read.
    if (rows.get(known.job) !== known) return findByJob(known.job)
    // Others may be waiting on the object in memory, so it stays while the job is outstanding.
    if (row?.status === 'outstanding') return known
    rows.delete(known.job)
    if (row !== undefined) rows.set(known.job, row)
    return row
  }
  // Most requests name the job, not its ticket.
  const findKnown = (identifier: string) =>
    rows.get(identifier) ?? rows.get(jobsByTicket.get(identifier) ?? identifier)
  // An ended job does not change any more.
  const isSure = ({ status }: JobRow) => isAlone || status !== 'outstanding'
  return {
    async find(identifier) {
      const known = findKnown(identifier)
      if (known !== undefined) return isSure(known) ? known : confirm(known)
      const job = jobsByTicket.get(identifier)
      return job === undefined ? lookUp(identifier) : findByJob(job)
    },
    recall(identifier) {
      const known = findKnown(identifier)
      return known !== undefined && isSure(known) ? known : undefined
    },
    keep(row) {
      rows.set(row.job, row)
      jobsByTicket.set(row.ticket, row.job)
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

/** A job counts as timed out from the moment it expires, even before the sweep has marked it. */
export function statusAt({ status, expires_at }: JobRow, now: number): JobStatus {
  return status === 'outstanding' && expires_at <= now ? 'timed_out' : status
}

/** Seconds between two polls. Short at first, because an attentive user answers within the first half minute. */
export function intervalAt({ created_at }: JobRow, now: number): 1 | 2 | 3 {
  const age = now - created_at
  return age < 30_000 ? 1 : age < 120_000 ? 2 : 3
}
