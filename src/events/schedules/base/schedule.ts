export type ScheduleSpeaker = {
  name: string
  biography?: string
  company?: string
  title?: string
  url?: string
}

/** A session as a file tells it, in normal form: see text.ts for texts, session-key.ts for `key`. */
export type ScheduleSession = {
  key: string
  guid: string | null
  code: string | null
  title: string
  description: string | null
  track: string | null
  room: string | null
  /** Epoch milliseconds, whole seconds. */
  start: number
  end: number
  speakers: ScheduleSpeaker[]
  cancelled: boolean
  /** What else the file says of the session (`type`, `language`, `url`, `links`, …), each as one text. */
  details: Record<string, string>
}

export type ScheduleConference = {
  title: string | null
  start: number | null
  end: number | null
  /** IANA name, where the file has one. */
  timezone: string | null
  /** What else the file says of the conference (`acronym`, `venue`, `city`, `url`, …). */
  details: Record<string, string>
}

export type ScheduleFormat = 'frab-json' | 'frab-xml' | 'icalendar'

export type Schedule = {
  format: ScheduleFormat
  conference: ScheduleConference
  sessions: ScheduleSession[]
  /** What was cut, guessed or left out, a sentence each. */
  notes: string[]
}

/** A session before the whole file is known. */
export type SessionDraft = Omit<ScheduleSession, 'key'> & {
  /** The planned start of one occurrence of a repeated session: it stays when that occurrence is moved. */
  occurrence?: number
}

export type ReadOptions = {
  /** Only for messages. */
  fileName?: string
  /** IANA name of the zone of times without one, where the file names none; UTC if left out. */
  timezone?: string
}
