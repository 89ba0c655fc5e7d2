import type { Configuration, ConfiguredSession } from '../configured.ts'
import type { Room } from '../places/room.ts'
import type { Claims } from './claims.ts'
import type { Attending } from './enrolment.ts'

/** Places by the id of their counter. */
export type Demand = readonly [id: string, count: number]

/**
 * A registration on the waiting list carries a note of the places that it needs, and all with the same note are one
 * group of an index: a group that does not fit is passed over as a whole. The note is the number of people and the
 * type, then options and choices as `id*count` and sessions as `id@count`. It leaves out what has no limit, so that
 * there are few groups. If something gets a limit later, the registrations that need it are noted anew when they are
 * looked at. Sessions are judged by their present settings.
 */
type Needing = {
  readonly configuration: Configuration
  readonly claims: Claims
  readonly attending: readonly Attending[]
}

/** Bounds the note, because an index entry has a longest size. */
const MOST_PARTS = 40

/** Writes the note. Where it has to be cut, what is full now comes first, so that the group does not fit. */
export function noteNeeds(room: Room, { configuration, claims, attending }: Needing): string {
  const bound = sessionsByOption(configuration)
  const counters = [...claims.others].flatMap(([id, count]) => {
    const session = bound.get(id)
    if (!room.isLimited(id) && session === undefined) return []
    const lacks = session !== undefined && room.free(session.id) < claims.seats
    return [{ text: `${id}*${count}`, full: lacks || room.free(id) < count }]
  })
  const sessions = attending
    .filter(({ session, certain }) => !certain && refusesWhenFull(session) && room.isLimited(session.id))
    .map(({ session, attendeeIds: { length } }) => ({
      text: `${session.id}@${length}`,
      full: room.free(session.id) < length,
    }))
  const parts = [...counters, ...sessions]
    .sort((a, b) => Number(b.full) - Number(a.full))
    .slice(0, MOST_PARTS)
    .map(({ text }) => text)
    .sort()
  return [claims.seats, claims.typeId ?? '', ...parts].join(' ')
}

/** Whether the note of such a registration depends on counters at all. */
export function needsOthers({ claims, attending }: Needing): boolean {
  return claims.others.size > 0 || attending.some(({ session }) => refusesWhenFull(session))
}

/** Reads notes. Of a registration without one, only that it needs a place at the event is certain. */
export function demandReader(configuration: Configuration): (note: string) => Demand[] {
  const eventId = configuration.event.id
  const bound = sessionsByOption(configuration)
  return (note) => {
    if (note === '') return [[eventId, 1]]
    const [people, typeId = '', ...parts] = note.split(' ')
    const seats = Number(people)
    const type: Demand[] = typeId === '' ? [] : [[typeId, seats]]
    const others = parts.flatMap((part): Demand[] => {
      const [sessionId = '', goers] = part.split('@')
      if (goers !== undefined) {
        const session = configuration.sessions.get(sessionId)
        return isLimiting(session) && refusesWhenFull(session) ? [[sessionId, Number(goers)]] : []
      }
      const [id = '', count] = part.split('*')
      const session = bound.get(id)
      return [[id, Number(count)], ...(session === undefined ? [] : [[session.id, seats] as const])]
    })
    return [[eventId, seats], ...type, ...others]
  }
}

/** The places that a registration needs, judged by itself and not by its note. */
export function demandsOf({ claims, attending }: Pick<Needing, 'claims' | 'attending'>): Demand[] {
  const { eventId, typeId, seats, others } = claims
  const sessions = attending
    .filter(({ session, certain }) => certain || refusesWhenFull(session))
    .map(({ session, attendeeIds }): Demand => [session.id, attendeeIds.length])
  return [[eventId, seats], ...(typeId === null ? [] : [[typeId, seats] as const]), ...others, ...sessions]
}

/** How often the demands fit into the room; 0 if they do not. */
export function countFitting(room: Room, demands: readonly Demand[]): number {
  return Math.max(0, Math.min(...demands.map(([id, count]) => Math.floor(room.free(id) / count))))
}

/** The sessions that come with an option and must have a place for everyone. */
function sessionsByOption({ groups, sessions }: Configuration): ReadonlyMap<string, ConfiguredSession> {
  const bound = [...groups.values()].flatMap(({ options }) =>
    options.flatMap(({ id, session_id }): [string, ConfiguredSession][] => {
      const session = session_id === null ? undefined : sessions.get(session_id)
      return isLimiting(session) ? [[id, session]] : []
    }),
  )
  return new Map(bound)
}

/** Everyone attends an included session, so it takes no places. */
function isLimiting(session: ConfiguredSession | undefined): session is ConfiguredSession {
  return session !== undefined && session.included === 0
}

function refusesWhenFull({ waitlist_enabled }: ConfiguredSession): boolean {
  return waitlist_enabled === 0
}
