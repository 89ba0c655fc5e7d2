/** What the requests of a turn wait for: answers to reads that they share, and the write of what they change. */
type Turn = { reads: (() => void)[]; writes: (() => void)[] }

/** Undefined while no turn is handled. */
let turn: Turn | undefined

/** A request whose shared read finds something new may ask for another one. */
const MOST_READS = 3

/** To be called before the requests of a turn of the event loop are handled. */
export function beginTurn(): void {
  turn ??= { reads: [], writes: [] }
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
  const { reads, writes } = turn
  if (reads.length === 0 || left === 0) {
    turn = undefined
    for (const read of reads) setImmediate(read)
    for (const write of writes) write()
    return
  }
  turn.reads = []
  for (const read of reads) read()
  afterMicrotasks(() => answerReads(left - 1))()
}

/**
 * Calls back once for all requests of this turn, after all of them have asked; outside of a turn, at the end of the
 * event loop's turn.
 */
export function readAtTurnEnd(read: () => void): void {
  if (turn === undefined) setImmediate(read)
  else turn.reads.push(read)
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
