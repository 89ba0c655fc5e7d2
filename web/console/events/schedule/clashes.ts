import type { SessionAnswer } from '../base/event-parts.ts'

type Busy = Pick<SessionAnswer, 'id' | 'title' | 'start' | 'end' | 'room' | 'status'> & {
  readonly speakers: readonly { name: string }[]
}

export type Clash = { readonly kind: 'room' | 'speaker'; readonly name: string; readonly with: string }

/** Sessions whose room or speakers are in two places at once; cancelled sessions do not count. */
export function clashesOf(sessions: readonly Busy[]): Map<string, Clash[]> {
  const found = new Map<string, Clash[]>()
  const used = new Map<string, { kind: Clash['kind']; name: string; by: Timed[] }>()
  const book = (kind: Clash['kind'], name: string, timed: Timed) => {
    const key = `${kind} ${name.toLocaleLowerCase()}`
    const known = used.get(key) ?? { kind, name, by: [] }
    known.by.push(timed)
    used.set(key, known)
  }
  for (const session of sessions.filter(({ status }) => status !== 'cancelled')) {
    const timed = { session, from: Date.parse(session.start), to: Date.parse(session.end) }
    if (session.room !== null && session.room !== '') book('room', session.room, timed)
    for (const name of new Set(session.speakers.map((speaker) => speaker.name))) book('speaker', name, timed)
  }
  for (const { kind, name, by } of used.values())
    for (const [one, other] of overlapsIn(by)) {
      note(found, one.session.id, { kind, name, with: other.session.title })
      note(found, other.session.id, { kind, name, with: one.session.title })
    }
  return found
}

type Timed = { session: Busy; from: number; to: number }

function overlapsIn(timed: readonly Timed[]): [Timed, Timed][] {
  const pairs: [Timed, Timed][] = []
  let open: Timed[] = []
  for (const next of [...timed].sort((a, b) => a.from - b.from)) {
    open = open.filter(({ to }) => to > next.from)
    pairs.push(...open.map((earlier): [Timed, Timed] => [earlier, next]))
    open.push(next)
  }
  return pairs
}

function note(found: Map<string, Clash[]>, id: string, clash: Clash): void {
  found.set(id, [...(found.get(id) ?? []), clash])
}
