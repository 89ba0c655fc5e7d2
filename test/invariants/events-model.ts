/** What is sold, in the simplest words: every count is made anew from who holds what. */
export type Kept = {
  readonly seats: number
  status: 'pending' | 'confirmed' | 'waitlisted' | 'declined' | 'cancelled'
  type: TypeName
  fish: number
  /** Sessions that it asks for. */
  readonly wants: Set<SessionName>
  /** Its people in each session, and in the line of it. */
  readonly in: Map<SessionName, { registered: number; waiting: number; line: number }>
  line: number
  approved: boolean
}

export type TypeName = 'A' | 'B' | 'C'
export type SessionName = 'LAB' | 'TEA'
export type Outcome =
  | 'ok'
  | 'made'
  | 'there'
  | 'capacity-full'
  | 'invalid-transition'
  | 'not-found'
  | 'invalid'

/** `LAB` keeps a line, `TEA` does not; `C` asks for approval. */
export const limits = {
  types: { A: 4, B: Number.POSITIVE_INFINITY, C: 3 },
  fish: 4,
  sessions: { LAB: 3, TEA: 3 },
}
const keepsLine = { LAB: true, TEA: false }

export class EventModel {
  capacity = 8
  readonly sessions: Record<SessionName, number> = { ...limits.sessions }
  readonly all: Kept[] = []
  #lines = 0

  register(wanted: Pick<Kept, 'seats' | 'type' | 'fish'> & { sessions: readonly SessionName[] }): Outcome {
    const { seats, type, fish, sessions } = wanted
    // More people than the event, the type or a session could ever seat.
    const ofSessions = sessions.map((name) => this.sessions[name])
    if (seats > Math.min(this.capacity, limits.types[type], ...ofSessions)) return 'invalid'
    const kept: Kept = {
      ...{ seats, type, fish, status: 'pending', line: 0, approved: false },
      wants: new Set(sessions),
      in: new Map(),
    }
    if (type === 'C' ? this.#isRefused(kept) : !this.#settle(kept)) return 'capacity-full'
    this.all.push(kept)
    return 'ok'
  }

  cancel(kept: Kept): Outcome {
    if (kept.status === 'cancelled') return 'ok'
    if (kept.status === 'declined') return 'invalid-transition'
    const held = kept.status === 'confirmed'
    kept.status = 'cancelled'
    const left = [...kept.in.keys()]
    kept.in.clear()
    if (!held) return 'ok'
    for (const session of left) this.#serveSession(session)
    this.#serve()
    return 'ok'
  }

  approve(kept: Kept): Outcome {
    if (kept.status === 'confirmed') return 'ok'
    if (kept.status === 'waitlisted') return kept.approved ? 'ok' : 'capacity-full'
    if (kept.status !== 'pending') return 'invalid-transition'
    if (!this.#settle(kept)) return 'capacity-full'
    kept.approved = true
    return 'ok'
  }

  decline(kept: Kept): Outcome {
    if (kept.status !== 'pending' && kept.status !== 'declined') return 'invalid-transition'
    kept.status = 'declined'
    return 'ok'
  }

  chooseFish(kept: Kept, fish: number): Outcome {
    const holds = kept.status === 'confirmed' ? kept.fish : 0
    const live = kept.status !== 'cancelled' && kept.status !== 'declined'
    if (live && fish > kept.fish && this.#isFishGone(fish - holds)) return 'capacity-full'
    kept.fish = fish
    this.#serve()
    return 'ok'
  }

  changeType(kept: Kept, type: TypeName): Outcome {
    const moves = kept.status === 'confirmed' && type !== kept.type
    if (moves && this.#ofType(type) + kept.seats > limits.types[type]) return 'capacity-full'
    kept.type = type
    this.#serve()
    return 'ok'
  }

  enrol(kept: Kept, session: SessionName): Outcome {
    if (kept.status !== 'confirmed') return 'invalid-transition'
    if (kept.in.has(session)) return 'there'
    if (!this.#join(kept, session)) return 'capacity-full'
    kept.wants.add(session)
    return 'made'
  }

  leave(kept: Kept, session: SessionName): Outcome {
    const place = kept.in.get(session)
    if (place === undefined) return 'not-found'
    kept.in.delete(session)
    kept.wants.delete(session)
    if (place.registered === 0) return 'ok'
    this.#serveSession(session)
    this.#serve()
    return 'ok'
  }

  setCapacity(capacity: number): Outcome {
    this.capacity = capacity
    this.#serve()
    return 'ok'
  }

  setSessionCapacity(session: SessionName, capacity: number): Outcome {
    if (capacity < this.inSession(session, 'registered')) return 'capacity-full'
    // A change that changes nothing serves nobody, though part of a group that waits together would fit.
    if (capacity === this.sessions[session]) return 'ok'
    this.sessions[session] = capacity
    this.#serveSession(session)
    this.#serve()
    return 'ok'
  }

  /** In the order they are served. */
  line(): Kept[] {
    return this.all.filter(({ status }) => status === 'waitlisted').sort((a, b) => a.line - b.line)
  }

  seats(status: 'confirmed' | 'waitlisted'): number {
    return sum(this.all.filter((kept) => kept.status === status).map(({ seats }) => seats))
  }

  inSession(session: SessionName, as: 'registered' | 'waiting'): number {
    return sum(this.all.map((kept) => kept.in.get(session)?.[as] ?? 0))
  }

  fish(): number {
    return sum(this.all.filter(({ status }) => status === 'confirmed').map(({ fish }) => fish))
  }

  #ofType(type: TypeName): number {
    return sum(
      this.all.filter((kept) => kept.status === 'confirmed' && kept.type === type).map(({ seats }) => seats),
    )
  }

  #isFishGone(more: number): boolean {
    return more > 0 && this.fish() + more > limits.fish
  }

  #isFull({ seats, type }: Kept): boolean {
    return this.seats('confirmed') + seats > this.capacity || this.#ofType(type) + seats > limits.types[type]
  }

  /** False where there is no room, and none to wait for. */
  #settle(kept: Kept): boolean {
    if (this.#isRefused(kept)) return false
    if (!this.#isFull(kept)) return this.#letIn(kept)
    kept.status = 'waitlisted'
    kept.line = ++this.#lines
    return true
  }

  /** A full option, or a full session without a waiting list. */
  #isRefused({ fish, seats, wants }: Kept): boolean {
    const isTeaFull = this.inSession('TEA', 'registered') + seats > this.sessions.TEA
    return this.#isFishGone(fish) || (wants.has('TEA') && isTeaFull)
  }

  #letIn(kept: Kept): boolean {
    if (this.#isRefused(kept)) return false
    for (const session of kept.wants) this.#join(kept, session)
    kept.status = 'confirmed'
    return true
  }

  /** All of its people have a place, or all wait for one. */
  #join(kept: Kept, session: SessionName): boolean {
    const fits = this.inSession(session, 'registered') + kept.seats <= this.sessions[session]
    if (!fits && !keepsLine[session]) return false
    const [registered, waiting] = fits ? [kept.seats, 0] : [0, kept.seats]
    kept.in.set(session, { registered, waiting, line: ++this.#lines })
    return true
  }

  #serve(): void {
    for (const kept of this.line()) if (!this.#isFull(kept)) this.#letIn(kept)
  }

  #serveSession(session: SessionName): void {
    const line = this.all
      .flatMap((kept) => kept.in.get(session) ?? [])
      .filter(({ waiting }) => waiting > 0)
      .sort((a, b) => a.line - b.line)
    for (const place of line)
      while (place.waiting > 0 && this.inSession(session, 'registered') < this.sessions[session]) {
        place.waiting -= 1
        place.registered += 1
      }
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0)
}
