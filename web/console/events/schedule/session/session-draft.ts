import { timeOfWall, wallTimeOf } from '../../../../ui/time/zone-time.ts'
import type { SessionAnswer } from '../../base/event-parts.ts'
import { numberOrNull, textOrNull } from '../../details/draft.ts'

export type SpeakerDraft = {
  key: string
  name: string
  company: string
  title: string
  url: string
  biography: string
}
export type SessionDraft = {
  title: string
  description: string
  start: string
  end: string
  room: string
  track: string
  code: string
  status: SessionAnswer['status']
  format: NonNullable<SessionAnswer['format']> | ''
  joinUrl: string
  capacity: string
  waitlistEnabled: boolean
  included: boolean
  registrationTypeIds: readonly string[]
  speakers: readonly SpeakerDraft[]
}

/** A new session of half an hour. */
export function emptySession({
  start,
  end,
  room,
}: {
  start: string
  end: string
  room: string
}): SessionDraft {
  return {
    ...{ title: '', description: '', start, end, room, track: '', code: '', joinUrl: '', capacity: '' },
    ...{ status: 'active', format: '', waitlistEnabled: false, included: false },
    registrationTypeIds: [],
    speakers: [],
  }
}

export function draftOf(session: SessionAnswer, zone: string): SessionDraft {
  const { title, status, waitlistEnabled, included, registrationTypeIds } = session
  return {
    ...{ title, status, waitlistEnabled, included, registrationTypeIds },
    description: session.description ?? '',
    start: wallTimeOf(session.start, zone),
    end: wallTimeOf(session.end, zone),
    room: session.room ?? '',
    track: session.track ?? '',
    code: session.code ?? '',
    format: session.format ?? '',
    joinUrl: session.joinUrl ?? '',
    capacity: session.capacity === null ? '' : String(session.capacity),
    speakers: session.speakers.map(({ name, company, title: office, url, biography }, at) => ({
      ...{ key: `s${at}`, name, company: company ?? '', title: office ?? '' },
      ...{ url: url ?? '', biography: biography ?? '' },
    })),
  }
}

/** What the session is to be; a time that nobody touched stays as it is written. */
export function changedMembers(draft: SessionDraft, zone: string, base?: SessionAnswer) {
  const before = base === undefined ? undefined : draftOf(base, zone)
  const time = (name: 'start' | 'end') =>
    base !== undefined && draft[name] === before?.[name]
      ? base[name]
      : (timeOfWall(draft[name], zone)?.text ?? '')
  const { status, waitlistEnabled, included, registrationTypeIds } = draft
  return {
    ...{ title: draft.title.trim(), status, waitlistEnabled, included },
    registrationTypeIds: [...registrationTypeIds],
    start: time('start'),
    end: time('end'),
    description: textOrNull(draft.description),
    room: textOrNull(draft.room),
    track: textOrNull(draft.track),
    code: textOrNull(draft.code),
    format: draft.format === '' ? null : draft.format,
    joinUrl: textOrNull(draft.joinUrl),
    capacity: numberOrNull(draft.capacity),
    speakers: draft.speakers.map(speakerOf),
  }
}

/** What is empty is left out. */
function speakerOf({ name, company, title, url, biography }: SpeakerDraft) {
  return {
    name: name.trim(),
    ...(company.trim() === '' ? {} : { company }),
    ...(title.trim() === '' ? {} : { title }),
    ...(url.trim() === '' ? {} : { url }),
    ...(biography.trim() === '' ? {} : { biography }),
  }
}
