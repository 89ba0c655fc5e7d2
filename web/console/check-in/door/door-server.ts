import { Refusal } from '../../../../src/client/client.ts'
import { connectConsoleEvents, connectConsoleRegistration } from '../../../../src/client/console.ts'
import { reach } from '../../../ui/offline/online.ts'
import { apiUrl } from '../../base/services.ts'
import type { DoorPlace } from './pack.ts'
import { checkInBody, type Scan } from './scan.ts'

/** People at a door do not wait longer than this for the server. */
const DOOR_PATIENCE_MS = 2_500
const PATIENCE_MS = 4_000
const LIST_PATIENCE_MS = 120_000

type Organisation = Pick<DoorPlace, 'organisationId'>

/** An ended session does not leave the page here: scans are stored until somebody signs in again. */
function askFor({ organisationId }: Organisation): typeof fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers)
    if (organisationId !== undefined) headers.set('lanyard-organisation', organisationId)
    return reach(input, { ...init, headers, cache: 'no-store' })
  }
}

/** The whole list of the door, or the changes since a sync token. */
export async function askPack(
  place: DoorPlace,
  since?: { token: string; at: string },
): Promise<ReadableStream<Uint8Array>> {
  const query = new URLSearchParams({
    ...(place.sessionId === null ? {} : { sessionId: place.sessionId }),
    ...(since === undefined ? {} : { since: since.token, seenAt: since.at }),
  })
  const response = await askFor(place)(`${apiUrl}/events/${place.eventId}/door?${query}`, {
    headers: { accept: 'application/x-ndjson' },
    signal: AbortSignal.timeout(LIST_PATIENCE_MS),
  })
  if (response.ok && response.body !== null) return response.body
  throw new Refusal(response.status, response.headers, await response.json().catch(() => undefined))
}

/** Sends earlier scans of one door, which are judged one by one. */
export function sendScans(scans: readonly Scan[]) {
  const [first] = scans
  if (first === undefined) return Promise.resolve([])
  return send(first, scans.map(checkInBody), PATIENCE_MS + scans.length * 100)
}

/** Sends a live scan without a time, so that the server's order decides between two doors. */
export async function sendNow(scan: Scan) {
  const { at: _at, ...body } = checkInBody(scan)
  return (await send(scan, [body], DOOR_PATIENCE_MS))[0]
}

async function send(place: DoorPlace, scans: object[], patienceMs: number) {
  const { eventId, sessionId } = place
  const server = connectConsoleRegistration({ url: `${apiUrl}/registration`, fetch: askFor(place) })
  const rest = { body: scans, signal: AbortSignal.timeout(patienceMs) }
  const { body } =
    sessionId === null
      ? await server.checkIn({ params: { eventId }, ...rest })
      : await server.checkInToSession({ params: { eventId, sessionId }, ...rest })
  return 'data' in body ? body.data : []
}

/** One attendee as the server knows them now. */
export async function findAtDoor(place: DoorPlace, attendeeId: string) {
  const server = connectConsoleEvents({ url: `${apiUrl}/events`, fetch: askFor(place) })
  const query = { attendeeId, ...(place.sessionId === null ? {} : { sessionId: place.sessionId }) }
  const { body } = await server.findAtDoor({
    params: { eventId: place.eventId },
    query,
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  return body.data
}

export async function undoAtDoor(place: DoorPlace, attendeeId: string): Promise<void> {
  const server = connectConsoleEvents({ url: `${apiUrl}/events`, fetch: askFor(place) })
  await server.undoCheckIn({
    params: { eventId: place.eventId, attendeeId },
    query: place.sessionId === null ? {} : { sessionId: place.sessionId },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
}
