import type { ShownApproval } from '../../twofactor/approvals/device-approvals.ts'
import { operations } from '../../twofactor/operations.ts'
import { signToken } from './device-key.ts'
import type { Enrolment } from './enrolment-file.ts'
import { openEvents } from './events.ts'
import { follow } from './follow.ts'
import { connectTwofactor } from './twofactor-link.ts'

export type Approval = ShownApproval
export type ApprovalAnswer = { status: 'approved' | 'denied'; number?: string }

export async function listApprovals(enrolment: Enrolment): Promise<Approval[]> {
  const { client } = connectTwofactor(enrolment.service)
  const { body } = await client.listDeviceApprovals({ headers: await authorize(enrolment) })
  return body.approval_requests as Approval[]
}

const changes: ReadonlySet<string> = new Set(['approval_request', 'approval_request_status'])

/** All that wait, whenever one comes or ends. */
export function followApprovals(enrolment: Enrolment): AsyncGenerator<Approval[] | 'lost'> {
  return follow(() => streamApprovals(enrolment))
}

async function* streamApprovals(enrolment: Enrolment): AsyncGenerator<Approval[]> {
  const url = enrolment.service + operations.streamDeviceApprovals.path
  for await (const { event } of openEvents(url, await authorize(enrolment)))
    if (changes.has(event)) yield await listApprovals(enrolment)
}

/** The enrolment that is asked, and what it is asked. */
export async function findApproval(
  enrolments: readonly Enrolment[],
  uuid: string,
): Promise<{ enrolment: Enrolment; approval: Approval } | undefined> {
  for (const enrolment of enrolments) {
    const approval = (await listApprovals(enrolment)).find((candidate) => candidate.uuid === uuid)
    if (approval !== undefined) return { enrolment, approval }
  }
  return undefined
}

/** Gives how it ended: a wrong number denies. */
export async function answerApproval(
  { service, key }: Enrolment,
  uuid: string,
  answer: ApprovalAnswer,
): Promise<string> {
  const { client, url } = connectTwofactor(service)
  const body = await signToken(key, { aud: url, uuid, ...answer })
  return (await client.answerApproval({ params: { uuid }, body })).body.status
}

async function authorize({ key, service }: Enrolment): Promise<Record<string, string>> {
  return { authorization: `JWT ${await signToken(key, { aud: service, purpose: 'inbox' })}` }
}
