import { formatInZone } from '../../events/import/zone-text.ts'
import type { SessionInput } from '../../events/records/session.ts'
import { findZone } from '../../events/schedules/base/wall-time.ts'
import type { Chance } from './chance.ts'
import {
  companies,
  firstNames,
  labs,
  lastNames,
  rooms,
  sentences,
  titles,
  tracks,
  workshops,
} from './words.ts'

export const timezone = 'Europe/Berlin'
export const DAYS = 3
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** When talks start, in minutes after midnight. */
const slots = [630, 690, 810, 870, 960, 1_020]
const TALK_MINUTES = 45
const labTimes = [
  [810, 90],
  [930, 90],
] as const

/** The time at which clocks in the conference's city show these minutes after midnight on the n-th day. */
export function timeOf(midnight: number, day: number, minutes: number): number {
  const zone = findZone(timezone)
  if (zone === undefined) throw new Error(`${timezone} is not a known time zone`)
  return zone(midnight + day * DAY_MS + minutes * MINUTE_MS)
}

type Place = { midnight: number; day: number }
/** The start in minutes after midnight, and the duration. */
type Span = readonly [start: number, minutes: number]
type Named = Pick<SessionInput, 'title'> & Partial<SessionInput>

export function makeSessions(chance: Chance, midnight: number): (SessionInput & { code: string })[] {
  const talks = drawTalks(chance)
  const sessions = Array.from({ length: DAYS }, (_, day) =>
    daySessions(chance, { midnight, day }, talks),
  ).flat()
  return sessions.map((session, index) => ({ ...session, code: `S${String(index + 1).padStart(3, '0')}` }))
}

function daySessions(chance: Chance, place: Place, talks: Named[]): SessionInput[] {
  const everyone = { room: 'Hall 1', track: 'Plenary', included: true, format: 'hybrid' as const }
  const keynote = `${['Opening', 'Morning', 'Last day'][place.day]} keynote: ${['who are you to a machine?', 'the boring future of sign-in', 'trust is a queue'][place.day]}`
  const opening = { ...everyone, title: keynote, speakers: [drawSpeaker(chance)] }
  const lunch = { ...everyone, title: 'Lunch', room: 'Foyer', speakers: [] }
  const closing = {
    ...everyone,
    title: place.day === DAYS - 1 ? 'Farewell' : 'Lightning talks',
    speakers: [],
  }
  return [
    at(place, [540, 60], opening),
    at(place, [740, 60], lunch),
    ...slots.flatMap((slot) =>
      rooms.map((room) => at(place, [slot, TALK_MINUTES], { ...nextTalk(talks), room })),
    ),
    ...labTimes.flatMap(([start, minutes], half) =>
      labs.map((room, index) =>
        at(place, [start, minutes], drawLab(chance, { room, index: place.day * 4 + half * 2 + index })),
      ),
    ),
    at(place, [1_080, 60], closing),
  ]
}

function at({ midnight, day }: Place, [start, minutes]: Span, session: Named): SessionInput {
  return {
    ...session,
    start: formatInZone(timeOf(midnight, day, start), timezone),
    end: formatInZone(timeOf(midnight, day, start + minutes), timezone),
  }
}

function nextTalk(talks: Named[]): Named {
  const talk = talks.pop()
  if (talk === undefined) throw new Error('there are more rooms than talks')
  return talk
}

/** Every title once, in an order that mixes the tracks. */
function drawTalks(chance: Chance): Named[] {
  const all = tracks.flatMap(({ name, topics }) =>
    topicsOf(topics).flatMap((topic) =>
      chance.some(titles, 3).map((title) => ({ track: name, topic, title })),
    ),
  )
  return chance.some(all, all.length).map(({ track, topic, title }) => ({
    title: fill(title, topic),
    track,
    description: chance
      .some(sentences, 2 + chance.below(2))
      .map((sentence) => fill(sentence, topic))
      .join(' '),
    format: 'in-person',
    speakers: Array.from({ length: chance.happens(0.2) ? 2 : 1 }, () => drawSpeaker(chance)),
  }))
}

function drawLab(chance: Chance, { room, index }: { room: string; index: number }): Named {
  return {
    title: workshops[index] ?? 'Open lab',
    ...{ track: 'Workshops', room, format: 'in-person', capacity: 24, waitlistEnabled: true },
    description: 'Bring a laptop. We work in pairs; there is a helper for every ten people.',
    speakers: [drawSpeaker(chance)],
  }
}

function drawSpeaker(chance: Chance) {
  return {
    name: `${chance.pick(firstNames)} ${chance.pick(lastNames)}`,
    ...(chance.happens(0.8) ? { company: chance.pick(companies) } : {}),
  }
}

type Topic = { words: string; isMany: boolean }

function topicsOf({ one, many }: (typeof tracks)[number]['topics']): Topic[] {
  return [
    ...one.map((words) => ({ words, isMany: false })),
    ...many.map((words) => ({ words, isMany: true })),
  ]
}

function fill(text: string, { words, isMany }: Topic): string {
  const filled = text.replace('#', words).replace(/\[(.*)\|(.*)\]/, isMany ? '$2' : '$1')
  return text.startsWith('#') ? filled[0]?.toUpperCase() + filled.slice(1) : filled
}
