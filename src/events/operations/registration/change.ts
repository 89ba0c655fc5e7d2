import type { Principal } from '../../../kernel/contract/operation.ts'
import { actorOf } from '../../../platform/operators/face.ts'
import type { Events } from '../../events.ts'
import type { RegistrationAnswer } from '../../records/registration.ts'
import type { RegistrationRow } from '../../records/tables.ts'
import { changeRegistration } from '../../registration/changes/change-registration.ts'
import { holdRegistration, presentHeld } from '../../registration/changes/hold-registration.ts'
import { type Members, membersOf } from '../../registration/registration-members.ts'
import { checkMatch, writtenItem } from '../base/item-answer.ts'

type ChangeRequest = {
  params: { registrationId: string; eventId?: string }
  body: { status?: RegistrationRow['status']; cancelReason?: string | null }
  principal: Principal
  header(name: string): string | undefined
}

/** `merge` computes the new members from the stored ones; undefined if only the status changes. */
export function answerChange(
  service: Events,
  request: ChangeRequest,
  merge: (known: Members) => Members | undefined,
): Promise<{ status: 200; headers: { etag: string }; body: RegistrationAnswer }> {
  return holdRegistration(service, namedBy(request), {
    work: async (tx, held) => {
      checkMatch(request.header, held.row.version)
      const members = merge(membersOf(held.row))
      const { status, cancelReason } = request.body
      const { row } = await changeRegistration(tx, service, held, { members, status, reason: cancelReason })
      return writtenItem(await presentHeld(tx, service, held, row))
    },
  })
}

export function namedBy({ params, principal }: Pick<ChangeRequest, 'params' | 'principal'>) {
  return { organisationId: principal.organisationId, actor: actorOf(principal), ...params }
}
