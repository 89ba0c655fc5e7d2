import { describe, expect, it } from 'vitest'
import { createMetrics } from '../../src/kernel/base/metrics.ts'

describe('gauge', () => {
  it('is asked at each rendering', () => {
    const metrics = createMetrics()
    let size = 1
    metrics.gauge('queue_size', 'Size.', () => size)
    expect(metrics.render()).toBe('# HELP queue_size Size.\n# TYPE queue_size gauge\nqueue_size 1\n')
    size = -2
    expect(metrics.render()).toContain('queue_size -2\n')
    size = Number.POSITIVE_INFINITY
    expect(metrics.render()).toContain('queue_size +Inf\n')
    size = Number.NEGATIVE_INFINITY
    expect(metrics.render()).toContain('queue_size -Inf\n')
  })

  it('does not stop the others when it fails', () => {
    const metrics = createMetrics()
    metrics.gauge('bad', 'Bad.', () => {
      throw new Error('gone')
    })
    metrics.gauge('good', 'Good.', () => 1)
    expect(metrics.render()).toMatch(/bad NaN\n[\s\S]*good 1\n/)
  })
})

describe('histogram', () => {
  it('gives cumulative buckets, sum and count', () => {
    const metrics = createMetrics()
    const seconds = metrics.histogram('seconds', 'Time.', ['route'], [1, 0.1, 0.5])
    const child = seconds.labels('/key')
    for (const value of [0.05, 0.1, 0.25, 0.5, 0.75, 8]) child.observe(value)
    expect(metrics.render()).toBe(
      '# HELP seconds Time.\n# TYPE seconds histogram\n' +
        'seconds_bucket{route="/key",le="0.1"} 2\nseconds_bucket{route="/key",le="0.5"} 4\n' +
        'seconds_bucket{route="/key",le="1"} 5\nseconds_bucket{route="/key",le="+Inf"} 6\n' +
        'seconds_sum{route="/key"} 9.65\nseconds_count{route="/key"} 6\n',
    )
  })

  it('works without labels', () => {
    const metrics = createMetrics()
    metrics.histogram('seconds', 'Time.', [], [1]).labels().observe(2)
    expect(metrics.render()).toContain(
      'seconds_bucket{le="1"} 0\nseconds_bucket{le="+Inf"} 1\nseconds_sum 2\nseconds_count 1\n',
    )
  })

  it('counts for each set of label values', () => {
    const metrics = createMetrics()
    const seconds = metrics.histogram('seconds', 'Time.', ['route', 'status'], [1])
    const kept = seconds.labels('/key', '201')
    kept.observe(0.5)
    seconds.labels('/key', '201').observe(0.25)
    seconds.labels('/key/{PK}', '404').observe(0.5)
    expect(metrics.render()).toContain('seconds_count{route="/key",status="201"} 2\n')
    expect(metrics.render()).toContain('seconds_count{route="/key/{PK}",status="404"} 1\n')
  })

  it('shows its zero when it has no labels', () => {
    const metrics = createMetrics()
    metrics.histogram('seconds', 'Time.', [], [1])
    expect(metrics.render()).toContain('seconds_count 0\n')
  })

  it('escapes label values and help', () => {
    const metrics = createMetrics()
    metrics.histogram('seconds', 'One\\\ntwo "quoted".', ['x'], []).labels('a"b\\c\nd').observe(1)
    expect(metrics.render()).toBe(
      '# HELP seconds One\\\\\\ntwo "quoted".\n# TYPE seconds histogram\n' +
        'seconds_bucket{x="a\\"b\\\\c\\nd",le="+Inf"} 1\n' +
        'seconds_sum{x="a\\"b\\\\c\\nd"} 1\nseconds_count{x="a\\"b\\\\c\\nd"} 1\n',
    )
  })

  it('keeps label values apart that look alike when joined', () => {
    const metrics = createMetrics()
    const seconds = metrics.histogram('seconds', 'Time.', ['x', 'y'], [])
    seconds.labels('a",y="b', 'c').observe(2)
    seconds.labels('a', 'b",y="c').observe(2)
    expect(metrics.render().match(/seconds_count.* 1\n/g)).toHaveLength(2)
  })
})

it('refuses wrong names, a name twice, and a wrong number of labels', () => {
  const metrics = createMetrics()
  metrics.histogram('a_total', 'A.', ['x'], [1])
  expect(() => metrics.gauge('a_total', 'A.', () => 1)).toThrow('twice')
  expect(() => metrics.gauge('a b', 'A.', () => 1)).toThrow('cannot name a metric')
  expect(() => metrics.histogram('b_total', 'B.', ['x-y'], [1])).toThrow('cannot name a label')
  expect(() => metrics.histogram('c', 'C.', ['le'], [1])).toThrow('le')
  expect(() => metrics.histogram('d_total', 'D.', ['x'], [1]).labels()).toThrow('1 label')
})
