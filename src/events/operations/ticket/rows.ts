import * as Type from 'typebox'
import { json, text } from '../../../kernel/contract/operation.ts'
import { closed } from '../../../kernel/contract/schema.ts'
import { revokedTicket, ticket } from '../../attendance/ticket-schema.ts'
import { syncQuery } from '../../lists/list-query.ts'
import { listing, tagRows } from '../base/rows.ts'

const ofAttendee = '/api/v1/events/{eventId}/attendees/{attendeeId}/ticket'

/** Operations in addition to the 38 of the original API contract. */
export const ticketRows = tagRows('beyond', {
  getTicket: {
    scope: 'registrations:read',
    method: 'GET',
    path: ofAttendee,
    summary: 'The ticket of an attendee',
    secret: true,
    description:
      "A compact JWS of the type `lanyard-ticket+jwt`, signed by the issuer: whoever has the issuer's JWKS verifies it without a network (the issuer serves it, so that it must be among the services that run). The registration must be confirmed.",
    answers: { 200: json(ticket, 'The ticket.') },
    problems: ['not-expected'],
  },
  getTicketImage: {
    scope: 'registrations:read',
    method: 'GET',
    path: `${ofAttendee}.svg`,
    summary: 'The ticket of an attendee as a QR code',
    answers: { 200: text('image/svg+xml', 'The QR code.') },
    problems: ['not-expected'],
  },
  listRevokedTickets: {
    ...listing('registrations:read', revokedTicket),
    orScope: 'attendance:write',
    path: '/api/v1/events/{eventId}/tickets/revoked',
    summary: 'Whose tickets are no longer good, for doors without a network',
    query: closed({ ...syncQuery, includeDeleted: Type.Optional(Type.Boolean()) }),
  },
})
