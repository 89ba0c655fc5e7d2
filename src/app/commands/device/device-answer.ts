import { type ApprovalAnswer, answerApproval, answerScope } from '../../../client/device/answers.ts'
import { findApproval, speakFor } from '../../device/approvals.ts'
import { getEnrolments } from '../../device/enrolment-file.ts'
import { chooseClaims, getOutstanding, readTicket } from '../../device/scope-answer.ts'
import { type DeviceOptions, locateEnrolments, openSession } from '../../device/session.ts'
import { CommandError } from '../base/command-error.ts'
import { print } from '../base/output.ts'
import { describeShared } from './device-text.ts'

type ApproveOptions = DeviceOptions & { number?: string; claim?: ReadonlyMap<string, string> }

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A ticket identifies a sign-in at the issuer, a UUID an approval of the two-factor service. */
export function approve(request: string, options: ApproveOptions): Promise<void> {
  const { number } = options
  if (number !== undefined && !/^\d{2}$/.test(number)) throw new CommandError(numberNeeded)
  return isUuid.test(request) ? approveRequest(request, options) : approveScope(request, options)
}

export function deny(request: string, options: DeviceOptions): Promise<void> {
  return isUuid.test(request) ? denyRequest(request, options) : denyScope(request, options)
}

const numberNeeded = '--number takes the two digits that the application shows'

async function approveScope(text: string, options: ApproveOptions): Promise<void> {
  const ticket = readTicket(text)
  const { number } = options
  if (number === undefined) throw new CommandError(numberNeeded)
  const session = await openSession(options)
  const job = await getOutstanding(session, ticket)
  const { claims, shared } = chooseClaims(session, job, options.claim ?? new Map())
  if (!options.json) process.stdout.write(`${describeShared(job, shared)}\n`)
  await answerScope(session, { ticket, job }, { status: 'completed', number, claims })
  print({ job: ticket, status: 'completed', app: job.app, shared }, 'Approved.', options)
}

async function denyScope(text: string, options: DeviceOptions): Promise<void> {
  const ticket = readTicket(text)
  const session = await openSession(options)
  const job = await getOutstanding(session, ticket)
  await answerScope(session, { ticket, job }, { status: 'denied' })
  print({ job: ticket, status: 'denied', app: job.app }, 'Denied.', options)
}

async function approveRequest(uuid: string, options: ApproveOptions): Promise<void> {
  if (options.claim !== undefined) throw new CommandError('an approval shares no details: leave out --claim')
  const { enrolment, approval } = await getApproval(uuid, options)
  const { numbers, app } = approval
  const { number } = options
  if (numbers !== undefined && number === undefined)
    throw new CommandError(`give --number: the application shows one of ${numbers.join(', ')}`)
  const answer: ApprovalAnswer = {
    status: 'approved',
    ...(numbers === undefined || number === undefined ? {} : { number }),
  }
  const status = await answerApproval(speakFor(enrolment), uuid, answer)
  if (status !== 'approved')
    throw new CommandError(`${number} is not the number that the application shows: the request is denied`)
  print({ uuid, status, app }, 'Approved.', options)
}

async function denyRequest(uuid: string, options: DeviceOptions): Promise<void> {
  const { enrolment, approval } = await getApproval(uuid, options)
  const status = await answerApproval(speakFor(enrolment), uuid, { status: 'denied' })
  print({ uuid, status, app: approval.app }, 'Denied.', options)
}

async function getApproval(uuid: string, options: DeviceOptions) {
  const found = await findApproval(getEnrolments(locateEnrolments(options).path), uuid)
  if (found === undefined) throw new CommandError('this device has no such request')
  return found
}
