import { systemClock } from '../base/clock.ts'

/** Stands for requests that go on together: what they share is read once for each such object. */
type Group = object
type Resume = (group: Group) => void
/** What the requests of a turn wait for: answers to reads that they share, and the write of what they change. */
type Turn = { reads: Resume[]; writes: (() => void)[] }

/** Undefined while no turn is handled. */
let turn: Turn | undefined

/** A request whose shared read finds something new may ask for another one. */
const MOST_READS = 3
/** For how long requests go on before the event loop turns. */
const MOMENT_MS = 20
const MOST_TOGETHER = 512
/** How many requests can probably go on in this time. They run side by side, so the rows of all of them are in memory. */
let together = 8
/** Requests that have to go on in the next turn. */
let late: Resume[] = []

/** To be called before the requests of a turn of the event loop are handled. */
export function beginTurn(): void {
  turn ??= { reads: late.splice(0), writes: [] }
}

/**
 * To be called once all requests of the turn have done what they can do without waiting. Answers the reads that they
 * share, lets them go on, and then writes what they want to write.
 */
export function endTurn(): void {
  answerReads(MOST_READS)
}

function answerReads(left: number): void {
  if (turn === undefined) return
  const { reads } = turn
  turn.reads = []
  if (reads.length === 0) write()
  else if (left === 0) writeThenGoOn(reads)
  else goOn(reads, left - 1)
}

/** Lets as many requests go on as there is time for, and the others in the next turn. */
function goOn(reads: readonly Resume[], left: number): void {
  const group: Group = {}
  const some = reads.slice(0, together)
  const others = reads.slice(together)
  const began = systemClock.monotonic()
  for (const resume of some) resume(group)
  afterMicrotasks(() => {
    const ms = systemClock.monotonic() - began
    together = Math.min(Math.max(Math.round((some.length * MOMENT_MS) / ms), 1), MOST_TOGETHER)
    if (others.length > 0) writeThenGoOn(others)
    else answerReads(left)
  })()
}

/** In the next turn these requests come first. What they share is read again then. */
function writeThenGoOn(reads: readonly Resume[]): void {
  late = [...reads, ...(turn?.reads ?? [])]
  setImmediate(() => {
    beginTurn()
    endTurn()
  })
  write()
}

function write(): void {
  const writes = turn?.writes ?? []
  turn = undefined
  for (const begin of writes) begin()
}

/**
 * Returns a function that resolves at the end of the turn with what `read` gives then: once for all requests that go on
 * together, after all of them have asked. Outside of a turn it reads at the end of the event loop's turn.
 */
export function createSharedRead<T>(read: () => T): () => Promise<T> {
  let last: { group: Group; value: T } | undefined
  const readFor = (group: Group): T => {
    if (last?.group !== group) last = { group, value: read() }
    return last.value
  }
  return () =>
    new Promise((resolve, reject) =>
      resumeAtTurnEnd((group) => {
        try {
          resolve(readFor(group))
        } catch (error) {
          reject(error)
        }
      }),
    )
}

/** Resolves when all requests of this turn have done what they can do without waiting. */
export function turnEnd(): Promise<void> {
  return new Promise((resolve) => resumeAtTurnEnd(() => resolve()))
}

function resumeAtTurnEnd(resume: Resume): void {
  if (turn === undefined) setImmediate(() => resume({}))
  else turn.reads.push(resume)
}

/**
 * Calls back when the requests of this turn have asked for all their writes; outside of a turn, at the end of the event
 * loop's turn.
 */
export function writeAtTurnEnd(write: () => void): void {
  if (turn === undefined) setImmediate(write)
  else turn.writes.push(write)
}

const settled = Promise.resolve()

/**
 * Returns a function that calls back after all microtasks: a tick that a microtask asks for comes after all other
 * microtasks.
 */
export function afterMicrotasks(callback: () => void): () => void {
  const tick = () => process.nextTick(callback)
  return () => void settled.then(tick)
}
