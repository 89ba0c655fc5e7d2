import { systemClock } from '../../kernel/clock.ts'
import { followInbox, type Inbox, readInbox } from '../device/inbox.ts'
import { answerScope, chooseClaims, getOutstanding, readTicket } from '../device/scope-answer.ts'
import { type DeviceOptions, openSession, type Session } from '../device/session.ts'
import { CommandError } from './command-error.ts'
import { describeShared, describeWaiting } from './device-text.ts'
import { print } from './output.ts'

export async function showInbox(options: DeviceOptions & { watch?: boolean }): Promise<void> {
  const session = await openSession(options)
  if (options.watch) return watch(session, options)
  const inbox = await readInbox(session)
  print(inbox, describe(inbox) || 'Nothing waits for an answer.', options)
}

/** Shows what comes, and names what is gone. */
async function watch(session: Session, options: DeviceOptions): Promise<void> {
  let shown = new Set<string>()
  for await (const inbox of followInbox(session)) {
    if (inbox === 'lost') {
      process.stderr.write('lanyard: the connection is lost; trying again\n')
      continue
    }
    const waiting = new Set(inbox.jobs.map(({ job }) => job))
    const gone = [...shown].filter((job) => !waiting.has(job)).map((job) => `${job} waits no more.`)
    const fresh = describe({ jobs: inbox.jobs.filter(({ job }) => !shown.has(job)) })
    const text = [...gone, ...(fresh === '' ? [] : [fresh])].join('\n\n')
    if (options.json || text !== '') print(inbox, `${text}\n`, options)
    shown = waiting
  }
}

function describe({ jobs }: Inbox): string {
  const now = systemClock.now()
  return jobs.map((waiting) => describeWaiting(waiting, now)).join('\n\n')
}

type ApproveOptions = DeviceOptions & { number: string; claim?: ReadonlyMap<string, string> }

export async function approve(text: string, options: ApproveOptions): Promise<void> {
  const { number } = options
  if (!/^\d{2}$/.test(number))
    throw new CommandError('--number takes the two digits that the application shows')
  const ticket = readTicket(text)
  const session = await openSession(options)
  const job = await getOutstanding(session, ticket)
  const { claims, shared } = chooseClaims(session, job, options.claim ?? new Map())
  if (!options.json) process.stdout.write(`${describeShared(job, shared)}\n`)
  await answerScope(session, ticket, job, { status: 'completed', number, claims })
  print({ job: ticket, status: 'completed', app: job.app, shared }, 'Approved.', options)
}

export async function deny(text: string, options: DeviceOptions): Promise<void> {
  const ticket = readTicket(text)
  const session = await openSession(options)
  const job = await getOutstanding(session, ticket)
  await answerScope(session, ticket, job, { status: 'denied' })
  print({ job: ticket, status: 'denied', app: job.app }, 'Denied.', options)
}
