import type { Context } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { isTimeZone } from '../../kernel/text/times.ts'
import { foldCase } from '../../kernel/text/words.ts'
import { touchConfiguration } from '../configuration/configuration.ts'
import { eventColumns, indexEvent, insertEvent } from '../configuration/event.ts'
import { findEventByCode, saveEvent } from '../manage/event-change-store.ts'
import { readCapacity } from '../places/place-counts.ts'
import { problem } from '../problems.ts'
import { eventRecord } from '../records/event.ts'
import type { EventRow } from '../records/tables.ts'
import { wrong } from '../refusal.ts'
import type { Schedule } from '../schedules/base/schedule.ts'
import { type Moment, nextVersion } from '../tracking.ts'
import { cut } from './scheduled-session.ts'
import { formatInZone } from './zone-text.ts'

export type ScheduleImport = {
  organisationId: string
  schedule: Schedule
  /** The code of the event that gets the sessions; its other data stays. Without it, the event that the file names is used. */
  code?: string
  /** Used as a name if the file does not name the event. */
  fileName: string
}

const CODE = /^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/

/** Creates the event of a schedule, or updates it with what the file says. */
export async function putScheduledEvent(
  tx: Transaction,
  context: Context,
  given: ScheduleImport & { moment: Moment },
): Promise<EventRow> {
  const { organisationId, schedule, moment, code: named } = given
  if (named !== undefined && !CODE.test(named)) throw wrong('', 'code', `${named} is no code of an event`)
  const code = named ?? codeOf(schedule, given.fileName)
  const known = await findEventByCode(tx, foldCase(code))
  if (known === undefined) {
    // The new event has no limit, types or form yet, and nobody can register before the organiser publishes it.
    const input = { code, status: 'draft' as const, ...membersOf(given) }
    return insertEvent(tx, context, { organisationId, moment, input })
  }
  if (known.organisation_id !== organisationId) throw problem('code-taken')
  await touchConfiguration(tx, known.id)
  return named === undefined ? followFile(tx, known, given) : known
}

/** Title, times and time zone come from the file; everything else is the organiser's. */
async function followFile(
  tx: Transaction,
  known: EventRow,
  given: ScheduleImport & { moment: Moment },
): Promise<EventRow> {
  const capacity = await readCapacity(tx, known.id)
  const input = { ...eventRecord.toInput(known, { capacity }), ...membersOf(given) }
  const columns = eventColumns(input, '')
  const { title, starts_at, ends_at, timezone } = columns
  if (
    known.title === title &&
    known.starts_at === starts_at &&
    known.ends_at === ends_at &&
    known.timezone === timezone
  )
    return known
  const changed = { ...known, ...columns, ...nextVersion(known, given.moment) }
  await saveEvent(tx, changed)
  await indexEvent(tx, changed)
  return changed
}

function membersOf({ schedule, fileName }: ScheduleImport) {
  const { conference, sessions } = schedule
  const live = sessions.filter(({ cancelled }) => !cancelled)
  const starts = [conference.start, ...live.map(({ start }) => start)].filter((time) => time !== null)
  const ends = [conference.end, ...live.map(({ end }) => end)].filter((time) => time !== null)
  const timezone = timezoneOf(conference.timezone)
  if (starts.length === 0) throw wrong('', 'empty', 'The schedule has no session and no dates.')
  const start = starts.reduce((first, time) => Math.min(first, time))
  const end = ends.reduce((last, time) => Math.max(last, time), start)
  return {
    title: cut(conference.title ?? fileName, 300),
    start: formatInZone(start, timezone),
    end: formatInZone(end, timezone),
    timezone,
  }
}

/** A file may give an offset, which is not a time zone. */
function timezoneOf(name: string | null): string {
  return name !== null && isTimeZone(name) ? name : 'UTC'
}

function codeOf({ conference }: Schedule, fileName: string): string {
  const made = [conference.details.acronym, conference.title, fileName].map((text) => slugOf(text ?? ''))
  return made.find((code) => code !== '') ?? 'SCHEDULE'
}

function slugOf(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}+/gu, '')
  const slug = plain.replaceAll(/[^A-Za-z0-9_]+/g, '-').replaceAll(/^[-_]+|-+$/g, '')
  return slug.slice(0, 60).replace(/-+$/, '')
}
