export type ScheduleSpeaker = {
  name: string
  biography?: string
  company?: string
  title?: string
  url?: string
}

/** A session of a schedule file in normal form: see text.ts for texts, session-key.ts for `key`. */
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
  /** Other data of the session (`type`, `language`, `url`, `links`, …), each as one text. */
  details: Record<string, string>
}

export type ScheduleConference = {
  title: string | null
  start: number | null
  end: number | null
  /** IANA name, if the file has one. */
  timezone: string | null
  /** Other data of the conference (`acronym`, `venue`, `city`, `url`, …). */
  details: Record<string, string>
}

export type ScheduleFormat = 'frab-json' | 'frab-xml' | 'icalendar'

export type Schedule = {
  format: ScheduleFormat
  conference: ScheduleConference
  sessions: ScheduleSession[]
  /** What was cut, guessed or left out; one sentence each. */
  notes: string[]
}

/** A session while the file is still being read. */
export type SessionDraft = Omit<ScheduleSession, 'key'> & {
  /** The planned start of one occurrence of a repeated session; it stays the same when that occurrence is moved. */
  occurrence?: number
}

export type ReadOptions = {
  /** Used in messages only. */
  fileName?: string
  /** IANA name of the zone for times without one, if the file names none; UTC by default. */
  timezone?: string
}
