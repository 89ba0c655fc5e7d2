import * as Type from 'typebox'
import { countOrNull, id, time } from '../records/values.ts'

export const ticket = Type.Object({
  attendeeId: id,
  eventId: id,
  ticket: Type.String({
    description:
      'Compact JWS; `sub` is the attendee, `evt` the event, `gen` the generation (0 where it is absent).',
  }),
  expiresAt: time,
  qrUrl: Type.String({ description: 'The same as a QR code (SVG).' }),
  jwksUrl: Type.String({ description: 'The keys that verify it.' }),
})

export const revokedTicket = Type.Object({
  id,
  eventId: id,
  registrationId: id,
  validGeneration: {
    ...countOrNull,
    description: 'Tickets of the attendee with a lower `gen` are revoked; null: all of them are.',
  },
  revokedAt: time,
})
export type RevokedTicket = Type.Static<typeof revokedTicket>
