import type { Transaction } from '../../kernel/database/database.ts'
import { allOf } from '../all-of.ts'
import type { Configuration } from '../configured.ts'
import { countWaiting, joinWaitingList, joinWaitingListWhereFull, readPlaces } from '../places/place-store.ts'
import { Room } from '../places/room.ts'
import { problem } from '../problems.ts'
import type { RegistrationRow } from '../records/tables.ts'
import type { Moment } from '../tracking.ts'
import { type Claims, checkOthers, checkRevision, checkSessions, takeClaims } from './claims.ts'
import { type Attending, enrol } from './enrolment.ts'
import { needsOthers, noteNeeds } from './needs.ts'

type Settling = {
  readonly row: RegistrationRow
  readonly claims: Claims
  readonly attending: readonly Attending[]
  readonly moment: Moment
}

/** The outcome for a registration; `line` is its number on the waiting list, `needs` the places that it waits for. */
export type Settled =
  | { readonly status: 'confirmed'; readonly line: null; readonly needs: '' }
  | { readonly status: 'waitlisted'; readonly line: number; readonly needs: string }

/** Takes all places or, if the event has a waiting list, joins it; otherwise reports that there is no room. */
export async function settle(
  tx: Transaction,
  configuration: Configuration,
  settling: Settling,
): Promise<Settled> {
  const { claims } = settling
  for (;;) {
    const full = await takeClaims(tx, configuration, claims, false)
    if (full === undefined) {
      for (const attending of settling.attending)
        if (!(await enrol(tx, attending, { registration: settling.row, moment: settling.moment })))
          throw problem('capacity-full')
      return { status: 'confirmed', line: null, needs: '' }
    }
    if (full === 'other' || configuration.event.waitlist_enabled === 0) {
      await checkRevision(tx, claims.eventId, configuration.revision)
      throw problem('capacity-full')
    }
    const [line] = await allOf([
      waitAt(tx, claims, full),
      checkRevision(tx, claims.eventId, configuration.revision),
      checkOthers(tx, claims),
      checkSessions(tx, settling.attending),
    ] as const)
    // Undefined means that a place became free after the check, so taking it is tried again.
    if (line !== undefined)
      return { status: 'waitlisted', line, needs: await readNeeds(tx, configuration, settling) }
  }
}

/** The waiting list belongs to the event; the type counts those who wait for it, too. */
async function waitAt(tx: Transaction, claims: Claims, full: 'event' | 'type'): Promise<number | undefined> {
  const { eventId, typeId, seats } = claims
  if (full === 'event') {
    const line = await joinWaitingListWhereFull(tx, eventId, seats)
    if (line !== undefined && typeId !== null) await countWaiting(tx, typeId, seats)
    return line
  }
  if (typeId === null || (await joinWaitingListWhereFull(tx, typeId, seats)) === undefined) return undefined
  return joinWaitingList(tx, eventId, seats)
}

/** Most ask for nothing beside the event and a type, and then no counter is read. */
async function readNeeds(
  tx: Transaction,
  configuration: Configuration,
  { claims, attending }: Settling,
): Promise<string> {
  const needing = { configuration, claims, attending }
  const places = needsOthers(needing) ? await readPlaces(tx, claims.eventId) : new Map()
  return noteNeeds(new Room(places), needing)
}
