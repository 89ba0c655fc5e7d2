import * as Type from 'typebox'
import { id, time } from './common.ts'

export const ticket = Type.Object({
  attendeeId: id,
  eventId: id,
  ticket: Type.String({ description: 'Compact JWS; `sub` is the attendee, `evt` the event.' }),
  expiresAt: time,
  qrUrl: Type.String({ description: 'The same as a QR code (SVG).' }),
  jwksUrl: Type.String({ description: 'The keys that verify it.' }),
})

export const revokedTicket = Type.Object({ id, eventId: id, registrationId: id, revokedAt: time })
export type RevokedTicket = Type.Static<typeof revokedTicket>
