import type { JobHandler } from '../platform/jobs/handler.ts'
import type { Events } from './events.ts'
import { holdRegistration } from './registrations/hold-registration.ts'
import { isExpired } from './registrations/registration-answer.ts'
import { findRegistration } from './registrations/registration-store.ts'
import { changeStatus } from './registrations/transition.ts'
import { offerKind } from './registrations/waiting-list.ts'

export function eventsJobHandlers(service: Events): Record<string, JobHandler> {
  return { [offerKind]: { run: (registrationId) => expireOffer(service, registrationId) } }
}

/** An offer that nobody took passes to the next in the line. */
async function expireOffer(service: Events, registrationId: string): Promise<void> {
  const row = await findRegistration(service.database, registrationId)
  if (row === undefined) return
  await holdRegistration(
    service,
    { organisationId: row.organisation_id, registrationId, actor: 'time' },
    {
      work: async (tx, held) => {
        if (isExpired(held.row, service.clock.now()))
          await changeStatus(tx, service, held, { status: 'expired' })
      },
    },
  )
}
