import type { Handlers, Principal } from '../../../kernel/contract/operation.ts'
import { qrSvg } from '../../../kernel/images/qr-code.ts'
import { formatTime } from '../../../kernel/text/times.ts'
import { signTicket, ticketExpiry } from '../../attendance/ticket.ts'
import { type RevokedTicket, revokedTicket } from '../../attendance/ticket-schema.ts'
import { getAttendee } from '../../attendee/attendee.ts'
import { getEvent } from '../../configuration/event.ts'
import type { Events } from '../../events.ts'
import { equals } from '../../lists/filters.ts'
import type { AttendeeRow } from '../../records/tables.ts'
import { answerList } from '../base/list-answer.ts'
import type { ticketRows } from './rows.ts'

type OfAttendee = { params: { eventId: string; attendeeId: string }; principal: Principal }

export function ticketRoutes(service: Events): Handlers<typeof ticketRows> {
  const ticketOf = async ({ params, principal }: OfAttendee) => {
    const event = await getEvent(service, principal.organisationId, params.eventId)
    const attendee = await getAttendee(service, principal.organisationId, params)
    return { event, attendee, ticket: await signTicket(service, attendee, event) }
  }
  return {
    getTicket: async (request) => {
      const { event, attendee, ticket } = await ticketOf(request)
      const { urls } = service
      const body = {
        attendeeId: attendee.id,
        eventId: event.id,
        ticket,
        expiresAt: formatTime(ticketExpiry(event)),
        qrUrl: `${urls.registration}/api/v1/events/${event.id}/attendees/${attendee.id}/ticket.svg`,
        jwksUrl: `${urls.issuer}/.well-known/jwks.json`,
      }
      return { status: 200, body }
    },
    getTicketImage: async (request) => ({ status: 200, body: qrSvg((await ticketOf(request)).ticket) }),
    listRevokedTickets: async (request) => {
      const { params, principal, query } = request
      await getEvent(service, principal.organisationId, params.eventId)
      const ofOrganisation = query.updatedSince === undefined ? undefined : principal.organisationId
      const list = {
        name: `revoked-tickets/${params.eventId}`,
        table: 'events_attendees' as const,
        filters: [
          ...equals('organisation_id', ofOrganisation),
          ...equals('event_id', params.eventId),
          { op: 'revoked' as const },
        ],
        order: ['id' as const],
      }
      return answerList(service, request, list, { schema: revokedTicket, present: presentRevoked })
    },
  }
}

function presentRevoked(rows: readonly AttendeeRow[]): RevokedTicket[] {
  return rows.map((row) => ({
    id: row.id,
    eventId: row.event_id,
    registrationId: row.registration_id,
    validGeneration: row.status === 'cancelled' ? null : row.ticket_generation,
    revokedAt: formatTime(row.updated_at),
  }))
}
