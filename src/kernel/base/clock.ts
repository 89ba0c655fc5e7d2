export type Clock = {
  /** Wall time in milliseconds since the epoch; it may jump either way. */
  now(): number
  /** Milliseconds from an arbitrary start; it never goes back. For time-outs and rates. */
  monotonic(): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
}
