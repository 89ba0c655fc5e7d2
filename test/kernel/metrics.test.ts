import { describe, expect, it } from 'vitest'
import { createMetrics } from '../../src/kernel/base/metrics.ts'

describe('counter', () => {
  it('counts for each set of label values', () => {
    const metrics = createMetrics()
    const requests = metrics.counter('requests_total', 'Requests.', ['route', 'status'])
    const kept = requests.labels('/key', '201')
    kept.inc()
    kept.inc(2.5)
    requests.labels('/key', '201').inc()
    requests.labels('/key/{PK}', '404').inc()
    expect(metrics.render()).toBe(
      '# HELP requests_total Requests.\n# TYPE requests_total counter\n' +
        'requests_total{route="/key",status="201"} 4.5\nrequests_total{route="/key/{PK}",status="404"} 1\n',
    )
  })

  it('shows its zero when it has no labels', () => {
    const metrics = createMetrics()
    const lost = metrics.counter('lost_total', 'Lost.', [])
    expect(metrics.render()).toContain('lost_total 0\n')
    lost.labels().inc()
    expect(metrics.render()).toContain('lost_total 1\n')
  })

  it('escapes label values and help', () => {
    const metrics = createMetrics()
    metrics.counter('a_total', 'One\\\ntwo "quoted".', ['x']).labels('a"b\\c\nd').inc()
    expect(metrics.render()).toBe(
      '# HELP a_total One\\\\\\ntwo "quoted".\n# TYPE a_total counter\na_total{x="a\\"b\\\\c\\nd"} 1\n',
    )
  })

  it('keeps label values apart that look alike when joined', () => {
    const metrics = createMetrics()
    const counter = metrics.counter('a_total', 'A.', ['x', 'y'])
    counter.labels('a",y="b', 'c').inc()
    counter.labels('a', 'b",y="c').inc()
    expect(metrics.render().match(/ 1\n/g)).toHaveLength(2)
  })

  it('only goes up', () => {
    const counter = createMetrics().counter('a_total', 'A.', []).labels()
    expect(() => counter.inc(-1)).toThrow(RangeError)
    expect(() => counter.inc(Number.NaN)).toThrow(RangeError)
  })
})

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
})

it('refuses wrong names, a name twice, and a wrong number of labels', () => {
  const metrics = createMetrics()
  metrics.counter('a_total', 'A.', ['x'])
  expect(() => metrics.gauge('a_total', 'A.', () => 1)).toThrow('twice')
  expect(() => metrics.gauge('a b', 'A.', () => 1)).toThrow('cannot name a metric')
  expect(() => metrics.counter('b_total', 'B.', ['x-y'])).toThrow('cannot name a label')
  expect(() => metrics.histogram('c', 'C.', ['le'], [1])).toThrow('le')
  expect(() => metrics.counter('d_total', 'D.', ['x']).labels()).toThrow('1 label')
})
