import { decodeBytes } from './base/decode.ts'
import { Drafts, type ReadContext } from './base/draft.ts'
import { malformed, tooLarge } from './base/malformed.ts'
import { Notes } from './base/notes.ts'
import type {
  ReadOptions,
  Schedule,
  ScheduleConference,
  ScheduleFormat,
  ScheduleSession,
} from './base/schedule.ts'
import { giveKeys } from './base/session-key.ts'
import { readCalendar } from './calendar/reader.ts'
import { readFrab } from './frab/frab.ts'
import { parseFrabJson } from './frab/json.ts'
import { parseFrabXml } from './frab/xml.ts'

const MAX_BYTES = 50 * 1024 * 1024

/** Reads a schedule: frab, pretalx or Pentabarf as JSON or XML, or iCalendar, recognised by the first characters. */
export function readSchedule(bytes: Uint8Array, options: ReadOptions = {}): Schedule {
  const file = options.fileName ?? 'The file'
  if (bytes.length > MAX_BYTES) throw tooLarge(`${file} is larger than 50 MB.`)
  const text = decodeBytes(bytes)
  const format = findFormat(text)
  if (format === undefined) {
    throw malformed(
      `${file} is neither frab JSON (from "{"), frab XML (from "<") nor iCalendar (from BEGIN:VCALENDAR).`,
    )
  }
  const notes = new Notes()
  const drafts = new Drafts(notes)
  const conference = read(format, text, { drafts, notes, timezone: options.timezone })
  const sessions = giveKeys(drafts.all, notes)
  return { format, conference: withBounds(conference, sessions), sessions, notes: notes.list() }
}

function read(format: ScheduleFormat, text: string, context: ReadContext): ScheduleConference {
  if (format === 'icalendar') return readCalendar(text, context)
  return readFrab(format === 'frab-json' ? parseFrabJson(text) : parseFrabXml(text), context)
}

function findFormat(text: string): ScheduleFormat | undefined {
  const head = text.slice(0, 1000).trimStart()
  if (head.startsWith('{')) return 'frab-json'
  if (head.startsWith('<')) return 'frab-xml'
  return /^BEGIN:VCALENDAR/i.test(head) ? 'icalendar' : undefined
}

function withBounds(conference: ScheduleConference, sessions: ScheduleSession[]): ScheduleConference {
  const live = sessions.filter(({ cancelled }) => !cancelled)
  if (live.length === 0) return conference
  const start = live.reduce((first, session) => Math.min(first, session.start), Number.POSITIVE_INFINITY)
  const end = live.reduce((last, session) => Math.max(last, session.end), Number.NEGATIVE_INFINITY)
  return { ...conference, start: conference.start ?? start, end: conference.end ?? end }
}
