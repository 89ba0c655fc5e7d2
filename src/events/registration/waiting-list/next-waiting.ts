import type { Transaction } from '../../../kernel/database/database.ts'
import type { Configuration } from '../../configured.ts'
import type { Room } from '../../places/room.ts'
import type { AttendeeRow, RegistrationRow } from '../../records/tables.ts'
import { countFitting, type Demand, demandReader } from '../needs.ts'
import { listAttendeesOfGroup, listGroups, listOfGroup } from './waiting-list-store.ts'

/** A registration on the waiting list. */
export type Waiting = { readonly row: RegistrationRow; readonly attendees: readonly AttendeeRow[] }

/** Registrations that need the same; `line` is the number of the next one, or at most that. */
type Group = { readonly needs: string; readonly demands: readonly Demand[]; line: number; read: Waiting[] }

/**
 * Those who wait and fit into the room by their notes, first come, first served. The caller may give away places
 * between two of them: room only shrinks, so a group that no longer fits stays out.
 */
export async function* listFitting(
  tx: Transaction,
  { configuration, room, most }: { configuration: Configuration; room: Room; most: number },
): AsyncGenerator<Waiting> {
  const eventId = configuration.event.id
  const readDemands = demandReader(configuration)
  let groups: Group[] = (await listGroups(tx, eventId)).map(({ needs, line }) => ({
    needs: needs ?? '',
    demands: readDemands(needs ?? ''),
    line: line ?? 0,
    read: [],
  }))
  for (;;) {
    groups = groups.filter(({ demands }) => countFitting(room, demands) > 0)
    const first = findFirst(groups)
    if (first === undefined) return
    const [next] = first.read
    if (next !== undefined) {
      first.read = first.read.slice(1)
      first.line = first.read[0]?.row.line ?? (next.row.line ?? first.line) + 1
      yield next
      continue
    }
    const limit = Math.max(1, Math.min(most, countFitting(room, first.demands)))
    first.read = await readGroup(tx, { event_id: eventId, needs: first.needs, from: first.line }, limit)
    // Another group may come first after all: the number was only a lower bound.
    first.line = first.read[0]?.row.line ?? first.line
    if (first.read.length === 0) groups = groups.filter((group) => group !== first)
  }
}

function findFirst(groups: readonly Group[]): Group | undefined {
  return groups.reduce<Group | undefined>(
    (first, group) => (first === undefined || group.line < first.line ? group : first),
    undefined,
  )
}

async function readGroup(
  tx: Transaction,
  part: { event_id: string; needs: string; from: number },
  limit: number,
): Promise<Waiting[]> {
  const rows = await listOfGroup(tx, part, limit)
  const last = rows.at(-1)?.line
  if (last === undefined || last === null) return []
  const attendees = new Map<string, AttendeeRow[]>()
  for (const attendee of await listAttendeesOfGroup(tx, part, last)) {
    const own = attendees.get(attendee.registration_id) ?? []
    own.push(attendee)
    attendees.set(attendee.registration_id, own)
  }
  return rows.map((row) => ({ row, attendees: attendees.get(row.id) ?? [] }))
}
