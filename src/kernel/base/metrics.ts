type Counter = { inc(by?: number): void }
type Histogram = { observe(value: number): void }

/** Finds the child for these label values; code on a hot path looks it up once and keeps it. */
type Labelled<Child> = { labels(...values: string[]): Child }

export type Metrics = {
  counter(name: string, help: string, labelNames: readonly string[]): Labelled<Counter>
  /** `collect` is called at each rendering; if it throws, the value is NaN. */
  gauge(name: string, help: string, collect: () => number): void
  histogram(
    name: string,
    help: string,
    labelNames: readonly string[],
    buckets: readonly number[],
  ): Labelled<Histogram>
  /** A histogram that something else keeps; `collect` is called at each rendering. */
  collectedHistogram(name: string, help: string, collect: () => CollectedHistogram): void
  /** Returns all metrics in the Prometheus text format 0.0.4. */
  render(): string
}

/** Buckets in ascending order, each with the number of values that are at most its bound. */
export type CollectedHistogram = {
  readonly buckets: readonly { readonly bound: number; readonly count: number }[]
  readonly count: number
  readonly sum: number
}

/** Occurs in no method, path or status. */
const SEPARATOR = '\u001f'

type Rendered = { render(name: string, labels: string): string }

export function createMetrics(): Metrics {
  const families = new Map<string, () => string>()

  function add(name: string, head: { help: string; type: string }, samples: () => string): void {
    if (!/^[a-zA-Z_:][a-zA-Z0-9_:]*$/.test(name)) throw new Error(`${name} cannot name a metric`)
    if (families.has(name)) throw new Error(`the metric ${name} exists twice`)
    const help = head.help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
    families.set(name, () => `# HELP ${name} ${help}\n# TYPE ${name} ${head.type}\n${samples()}`)
  }

  return {
    counter(name, help, labelNames) {
      const family = createFamily(name, labelNames, createCounter)
      add(name, { help, type: 'counter' }, family.render)
      return family
    },
    gauge(name, help, collect) {
      add(name, { help, type: 'gauge' }, () => `${name} ${read(collect)}\n`)
    },
    histogram(name, help, labelNames, buckets) {
      if (labelNames.includes('le')) throw new Error(`${name} cannot have a label le`)
      const sorted = [...buckets].sort((a, b) => a - b)
      const family = createFamily(name, labelNames, () => createHistogram(sorted))
      add(name, { help, type: 'histogram' }, family.render)
      return family
    },
    collectedHistogram(name, help, collect) {
      add(name, { help, type: 'histogram' }, () => renderCollected(name, collect()))
    },
    render: () => [...families.values()].map((family) => family()).join(''),
  }
}

function createFamily<Child extends Rendered>(
  name: string,
  labelNames: readonly string[],
  create: () => Child,
) {
  const unfit = labelNames.find((label) => !/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(label))
  if (unfit !== undefined) throw new Error(`${unfit} cannot name a label`)
  const children = new Map<string, Child>()
  const byValues = new Map<string, Child>()

  /** Looks up by the raw values: escaping them would cost more than all the rest. */
  function labels(...values: string[]): Child {
    const key = values.join(SEPARATOR)
    const known = byValues.get(key)
    if (known !== undefined) return known
    const child = findChild(values)
    byValues.set(key, child)
    return child
  }

  function findChild(values: readonly string[]): Child {
    if (values.length !== labelNames.length) throw new Error(`${name} has ${labelNames.length} labels`)
    const text = labelNames.map((label, index) => `${label}="${escapeLabel(values[index] ?? '')}"`).join(',')
    const known = children.get(text)
    if (known !== undefined) return known
    const child = create()
    children.set(text, child)
    return child
  }

  // Without labels there is one child, which reports zero from the start.
  if (labelNames.length === 0) labels()
  return { labels, render: () => [...children].map(([text, child]) => child.render(name, text)).join('') }
}

function createCounter(): Counter & Rendered {
  let total = 0
  return {
    inc(by = 1) {
      if (!(by >= 0)) throw new RangeError('a counter only goes up')
      total += by
    },
    render: (name, labels) => `${name}${braces(labels)} ${formatNumber(total)}\n`,
  }
}

function createHistogram(bounds: readonly number[]): Histogram & Rendered {
  const counts = new Array<number>(bounds.length + 1).fill(0)
  let sum = 0
  return {
    observe(value) {
      let index = 0
      while (index < bounds.length && !(value <= (bounds[index] ?? 0))) index += 1
      counts[index] = (counts[index] ?? 0) + 1
      sum += value
    },
    render(name, labels) {
      const comma = labels === '' ? '' : ','
      let count = 0
      let text = ''
      counts.forEach((own, index) => {
        count += own
        const bound = formatNumber(bounds[index] ?? Number.POSITIVE_INFINITY)
        text += `${name}_bucket{${labels}${comma}le="${bound}"} ${count}\n`
      })
      return `${text}${name}_sum${braces(labels)} ${formatNumber(sum)}\n${name}_count${braces(labels)} ${count}\n`
    },
  }
}

function renderCollected(name: string, { buckets, count, sum }: CollectedHistogram): string {
  const all = [...buckets, { bound: Number.POSITIVE_INFINITY, count }]
  const lines = all.map((one) => `${name}_bucket{le="${formatNumber(one.bound)}"} ${one.count}\n`)
  return `${lines.join('')}${name}_sum ${formatNumber(sum)}\n${name}_count ${count}\n`
}

function read(collect: () => number): string {
  try {
    return formatNumber(collect())
  } catch {
    return 'NaN'
  }
}

function braces(labels: string): string {
  return labels === '' ? '' : `{${labels}}`
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

function formatNumber(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf'
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value)
}
