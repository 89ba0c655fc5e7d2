import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { CollectedHistogram, Metrics } from '../../kernel/base/metrics.ts'

const SAMPLE_MS = 20
const NS_PER_MS = 1_000_000
const NS_PER_SECOND = 1_000_000_000
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const

/** The part of Node's histogram that is read here; its values are nanoseconds. */
type Samples = { readonly count: number; readonly mean: number; percentile(percentile: number): number }

/** Adds a histogram of how late the event loop runs, sampled by Node itself, so that no delay is missed. */
export function measureLoopDelay(metrics: Metrics): { stop(): void } {
  const samples = monitorEventLoopDelay({ resolution: SAMPLE_MS })
  samples.enable()
  metrics.collectedHistogram(
    'lanyard_event_loop_delay_seconds',
    'How long the event loop was busy before it could turn to the next request.',
    () => readDelays(samples),
  )
  return { stop: () => void samples.disable() }
}

/** @internal Each sample is the time between two ticks of a timer: what exceeds its interval is delay. */
export function readDelays(samples: Samples): CollectedHistogram {
  const { count, mean } = samples
  const sum = count === 0 ? 0 : ((mean - SAMPLE_MS * NS_PER_MS) * count) / NS_PER_SECOND
  return {
    buckets: BOUNDS.map((bound) => ({ bound, count: countUpTo(samples, bound) })),
    count,
    sum: Math.max(0, sum),
  }
}

/** How many samples are at most the bound: the histogram tells the value at a rank, so the rank is searched for. */
function countUpTo(samples: Samples, bound: number): number {
  const limit = bound * NS_PER_SECOND + SAMPLE_MS * NS_PER_MS
  let [low, high] = [0, samples.count]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (samples.percentile((middle / samples.count) * 100) <= limit) low = middle
    else high = middle - 1
  }
  return low
}
