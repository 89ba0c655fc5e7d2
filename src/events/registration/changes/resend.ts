import { Fault } from '../../../kernel/base/fault.ts'
import type { Events } from '../../events.ts'
import { sendConfirmation } from '../../notifications/send-mail.ts'
import { noteHistory } from '../history.ts'
import { readHistory } from '../registration-store.ts'
import { holdRegistration } from './hold-registration.ts'

const PAUSE_MS = 60_000
const ACTION = 'resent'

/** Mails the registration's current state and its link again. A second request within a minute sends nothing. */
export function resendConfirmation(
  service: Events,
  named: { organisationId: string; eventId: string; registrationId: string; actor: string },
): Promise<void> {
  return holdRegistration(service, named, {
    work: async (tx, { row, moment, actor }) => {
      const past = await readHistory(tx, row.id)
      const last = past.findLast(({ action }) => action === ACTION)?.at ?? Number.NEGATIVE_INFINITY
      if (moment.now - last < PAUSE_MS)
        throw new Fault('rate-limited', {
          detail: 'it was sent less than a minute ago',
          retryAfterSeconds: Math.ceil((last + PAUSE_MS - moment.now) / 1_000),
        })
      await sendConfirmation(tx, service, row)
      await noteHistory(tx, service, { row, action: ACTION, actor })
    },
  })
}
