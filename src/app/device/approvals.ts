import { authorize, type TwofactorSpeaker } from '../../client/device/speaker.ts'
import type { ShownApproval } from '../../twofactor/approvals/device-approvals.ts'
import { operations } from '../../twofactor/operations.ts'
import { signToken } from './device-key.ts'
import type { Enrolment } from './enrolment-file.ts'
import { openEvents } from './events.ts'
import { follow } from './follow.ts'
import { connectTwofactor } from './twofactor-link.ts'

export type Approval = ShownApproval

export async function listApprovals(enrolment: Enrolment): Promise<Approval[]> {
  const speaker = speakFor(enrolment)
  const { body } = await speaker.client.listDeviceApprovals({ headers: await authorize(speaker) })
  return body.approval_requests as Approval[]
}

const changes: ReadonlySet<string> = new Set(['approval_request', 'approval_request_status'])

/** Yields all pending approvals whenever one arrives or ends. */
export function followApprovals(enrolment: Enrolment): AsyncGenerator<Approval[] | 'lost'> {
  return follow(() => streamApprovals(enrolment))
}

async function* streamApprovals(enrolment: Enrolment): AsyncGenerator<Approval[]> {
  const url = enrolment.service + operations.streamDeviceApprovals.path
  for await (const { event } of openEvents(url, await authorize(speakFor(enrolment))))
    if (changes.has(event)) yield await listApprovals(enrolment)
}

/** Finds an approval, and the enrolment that it is for. */
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

export function speakFor({ service, key }: Enrolment): TwofactorSpeaker {
  const { client, url } = connectTwofactor(service)
  return { client, audience: url, sign: (members, options) => signToken(key, members, options) }
}
