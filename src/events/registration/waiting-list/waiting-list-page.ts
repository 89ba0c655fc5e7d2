import { decodeCursor, encodeCursor } from '../../../kernel/contract/cursor.ts'
import { formatTime, formatTimeOrNull } from '../../../kernel/text/times.ts'
import type { Events } from '../../events.ts'
import { inQuery } from '../../lists/bad-parameter.ts'
import { USUAL_SIZE } from '../../lists/paging.ts'
import { findPlace } from '../../places/place-store.ts'
import { found } from '../../problems.ts'
import type { RegistrationRow } from '../../records/tables.ts'
import { countAhead } from '../position.ts'
import { isExpired } from '../registration-answer.ts'
import { listWaiting, readOffers } from './waiting-list-page-store.ts'

const MOST_OFFERS = 500

/** The waiting list in its order, first come first. */
export async function listWaitingList(
  service: Events,
  eventId: string,
  { pageSize = USUAL_SIZE, cursor }: { pageSize?: number; cursor?: string },
) {
  const { database, vault, clock } = service
  const name = `waiting-list/${eventId}`
  const after =
    cursor === undefined ? 0 : Number(inQuery('cursor', () => decodeCursor(vault, name, cursor))[0])
  const place = found(await findPlace(database, eventId))
  const listed = await listWaiting(database, { event_id: eventId, after, limit: pageSize + 1 })
  const rows = listed.slice(0, pageSize)
  const first = rows[0]?.line ?? null
  const ahead = first === null ? 0 : await countAhead(database, service, { eventId, line: first })
  const offers = await readOffers(database, { event_id: eventId, limit: MOST_OFFERS })
  const last = listed.length > pageSize ? rows.at(-1) : undefined
  const { capacity, taken, held, waiting } = place
  return {
    places: { capacity, taken, offered: held, waiting },
    offers: offers.map((row) => ({
      ...onList(row),
      expiresAt: formatTimeOrNull(row.expires_at),
      expired: isExpired(row, clock.now()),
    })),
    data: rows.map((row, index) => ({ ...onList(row), position: ahead + index + 1 })),
    paging: {
      pageSize,
      nextCursor: last === undefined ? null : encodeCursor(vault, name, [last.line]),
      prevCursor: null,
    },
  }
}

function onList(row: RegistrationRow) {
  return {
    id: row.id,
    confirmationNumber: row.confirmation_number,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    registrationTypeId: row.registration_type_id,
    seats: row.seats,
    registeredAt: formatTime(row.registered_at),
    version: row.version,
  }
}
