import { createHistogram } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import { measureLoopDelay, readDelays } from '../../../src/app/http/loop-delay.ts'
import { createMetrics } from '../../../src/kernel/base/metrics.ts'

const MS = 1_000_000
const TICK_MS = 20

function histogramOf(delaysMs: readonly number[]) {
  const samples = createHistogram()
  for (const delay of delaysMs) samples.record(Math.round((TICK_MS + delay) * MS))
  return samples
}

it('counts how many ticks were late by how much', () => {
  const { buckets, count, sum } = readDelays(histogramOf([0, 1, 3, 7, 30, 30, 300, 4_000]))
  const counts = Object.fromEntries(buckets.map((bucket) => [bucket.bound, bucket.count]))
  expect(counts).toEqual({
    ...{ 0.005: 3, 0.01: 4, 0.025: 4, 0.05: 6, 0.1: 6 },
    ...{ 0.25: 6, 0.5: 7, 1: 7, 2.5: 7, 10: 8 },
  })
  expect(count).toBe(8)
  expect(sum).toBeCloseTo(4.371, 1)
})

it('has no sample at first', () => {
  const { buckets, count, sum } = readDelays(histogramOf([]))
  expect([count, sum, ...buckets.map((bucket) => bucket.count)]).toEqual([0, 0, ...buckets.map(() => 0)])
})

it('is a histogram of Prometheus', async () => {
  const metrics = createMetrics()
  const { stop } = measureLoopDelay(metrics)
  const name = 'lanyard_event_loop_delay_seconds'
  try {
    await expect.poll(() => Number(/_count (\d+)/.exec(metrics.render())?.[1])).toBeGreaterThan(2)
    const text = metrics.render()
    expect(text).toContain(`# TYPE ${name} histogram\n`)
    const counts = [...text.matchAll(/_bucket\{le="[^"]+"\} (\d+)/g)].map(([, count]) => Number(count))
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(text).toContain(`${name}_bucket{le="+Inf"} ${counts.at(-1)}\n`)
    expect(text).toContain(`${name}_count ${counts.at(-1)}\n`)
  } finally {
    stop()
  }
})
