import { systemClock } from '../../../kernel/base/clock.ts'
import { type Approval, followApprovals, listApprovals } from '../../device/approvals.ts'
import { findDevice } from '../../device/device-file.ts'
import { type Enrolment, listEnrolments } from '../../device/enrolment-file.ts'
import { merge } from '../../device/follow.ts'
import { followInbox, readInbox, type Waiting } from '../../device/inbox.ts'
import {
  type DeviceOptions,
  locate,
  locateEnrolments,
  openSession,
  type Session,
} from '../../device/session.ts'
import { print } from '../base/output.ts'
import { describeApproval, describeWaiting } from './device-text.ts'

/** Requests of the issuer's applications, and of those of the two-factor service. */
type Inbox = { jobs: readonly Waiting[]; approval_requests: readonly Approval[] }
type Sources = { session: Session | undefined; enrolments: readonly Enrolment[] }

export async function showInbox(options: DeviceOptions & { watch?: boolean }): Promise<void> {
  const sources = await openSources(options)
  if (options.watch) return watch(sources, options)
  const { session, enrolments } = sources
  const inbox = {
    jobs: session === undefined ? [] : (await readInbox(session)).jobs,
    approval_requests: (await Promise.all(enrolments.map(listApprovals))).flat(),
  }
  print(inbox, describe(inbox) || 'No requests.', options)
}

/** A device may be enrolled without being registered, or the other way round, but must be one of them. */
async function openSources(options: DeviceOptions): Promise<Sources> {
  const enrolments = listEnrolments(locateEnrolments(options).path)
  const isRegistered = findDevice(locate(options).path)?.registered ?? false
  const session = isRegistered || enrolments.length === 0 ? await openSession(options) : undefined
  return { session, enrolments }
}

/** Shows requests as they arrive, and says which ones are gone. */
async function watch(sources: Sources, options: DeviceOptions): Promise<void> {
  let shown = new Set<string>()
  for await (const inbox of followAll(sources)) {
    if (inbox === 'lost') {
      process.stderr.write('lanyard: the connection is lost; trying again\n')
      continue
    }
    const waiting = new Set([
      ...inbox.jobs.map(({ job }) => job),
      ...inbox.approval_requests.map(({ uuid }) => uuid),
    ])
    const gone = [...shown].filter((request) => !waiting.has(request)).map((id) => `${id} waits no more.`)
    const fresh = describe({
      jobs: inbox.jobs.filter(({ job }) => !shown.has(job)),
      approval_requests: inbox.approval_requests.filter(({ uuid }) => !shown.has(uuid)),
    })
    const text = [...gone, ...(fresh === '' ? [] : [fresh])].join('\n\n')
    if (options.json || text !== '') print(inbox, `${text}\n`, options)
    shown = waiting
  }
}

/** Yields the whole inbox whenever a part of it changes. */
async function* followAll({ session, enrolments }: Sources): AsyncGenerator<Inbox | 'lost'> {
  const jobs = new Map<string, readonly Waiting[]>()
  const approvals = new Map<string, readonly Approval[]>()
  const issuers = session === undefined ? [] : [session]
  const changes = merge([
    ...issuers.map((issuer) =>
      noting(followInbox(issuer), (inbox) => jobs.set(issuer.fingerprint, inbox.jobs)),
    ),
    ...enrolments.map((enrolment) =>
      noting(followApprovals(enrolment), (waiting) => approvals.set(enrolment.uuid, waiting)),
    ),
  ])
  for await (const change of changes) {
    if (change === 'lost') yield change
    else yield { jobs: [...jobs.values()].flat(), approval_requests: [...approvals.values()].flat() }
  }
}

async function* noting<T>(
  source: AsyncGenerator<T | 'lost'>,
  note: (item: T) => unknown,
): AsyncGenerator<'noted' | 'lost'> {
  for await (const item of source) {
    if (item !== 'lost') note(item)
    yield item === 'lost' ? 'lost' : 'noted'
  }
}

function describe({ jobs, approval_requests }: Inbox): string {
  const now = systemClock.now()
  return [
    ...jobs.map((waiting) => describeWaiting(waiting, now)),
    ...approval_requests.map((approval) => describeApproval(approval, now)),
  ].join('\n\n')
}
